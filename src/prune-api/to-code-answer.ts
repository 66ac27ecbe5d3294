import { byPythonLines } from './by-python-lines.ts';
import type { CodeAnswer } from './code-answer.ts';
import type { Measured } from './measured.ts';

/**
 * Builds dialect A's answer. `text` is the original. `lines` are its lines from `pythonLines`; undefined if they must
 * not be listed.
 */
export function toCodeAnswer(
  measured: Measured,
  text: string,
  lines: readonly string[] | undefined,
  latencyMs: number,
  requestId: string,
): CodeAnswer {
  const { tokensIn, tokensOut } = measured;
  const lists =
    lines === undefined
      ? { token_scores: [], kept_frags: [], reasons: [], lines_listed: false as const }
      : listed(text, measured, lines);
  return {
    score: measured.score,
    pruned_code: measured.text,
    ...lists,
    origin_token_cnt: tokensIn,
    left_token_cnt: tokensOut,
    model_input_token_cnt: measured.engine === null ? 0 : tokensIn + measured.questionTokens,
    error_msg: measured.refusal,
    kind: measured.kind,
    method: measured.method,
    engine: measured.engine,
    fallback_reason: measured.fallbackReason,
    latency_ms: latencyMs,
    retention_ratio: tokensIn === 0 ? 1 : tokensOut / tokensIn,
    request_id: requestId,
  };
}

function listed(
  text: string,
  measured: Measured,
  lines: readonly string[],
): Pick<CodeAnswer, 'token_scores' | 'kept_frags' | 'reasons' | 'cut_lines'> {
  const { keptLines, scores, reasons, cutLines } = byPythonLines(text, measured);
  return {
    token_scores: lines.map((line, index) => [line, scores[index] ?? 0] as const),
    kept_frags: keptLines,
    reasons,
    ...(cutLines !== undefined && { cut_lines: cutLines }),
  };
}
