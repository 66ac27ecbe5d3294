import type * as z from 'zod';
import { utf8Bytes } from '../base/json/utf8-bytes.ts';
import type { LineReason } from '../engine/pruner.ts';
import { inTurns } from '../text/cooperative-task.ts';
import { splitLines } from '../text/lines.ts';
import { answerDocuments } from './answer-documents.ts';
import type { CodeAnswer } from './code-answer.ts';
import { type CodeRequest, codeRequest } from './code-request.ts';
import { dialectOf } from './dialect.ts';
import { documentsRequest } from './documents-request.ts';
import { listsLines } from './lists-lines.ts';
import type { Measured } from './measured.ts';
import type { PruneContext } from './prune-context.ts';
import { pruneMeasured } from './prune-measured.ts';
import { type PruneReply, recordOf } from './prune-reply.ts';
import { pythonLineCount, pythonLines } from './python-lines.ts';
import { type RequestFailure, requestFailure } from './request-failure.ts';
import type { RequestLimits } from './request-limits.ts';
import { toWireSession } from './session/request-session.ts';
import { derivePath, deriveQuestion } from './tool-response/derive-question.ts';
import type { ToolResponseAnswer } from './tool-response/tool-response-answer.ts';
import { type ToolResponseRequest, toolResponseRequest } from './tool-response/tool-response-request.ts';
import { bodyDetail, toValidationDetails } from './validation-detail.ts';

/** Facts about each line in a measured answer. */
type LineFacts = Pick<Measured, 'keptLines' | 'scores' | 'reasons' | 'cutLines'>;

/**
 * Converts line facts to lines as Python's `splitlines()` counts them. Python also breaks at form feeds, U+2028 and the
 * like; the engine does not. One engine line maps to all Python lines inside it. A text with such breaks gets no
 * `cutLines`.
 */
export function byPythonLines(text: string, measured: Measured): LineFacts {
  const lines = splitLines(text);
  if (!lines.ambiguous || !measured.changed) return measured;
  const kept = new Map(measured.keptLines.map((line, i) => [line, measured.reasons[i] as LineReason]));
  const keptLines: number[] = [];
  const scores: number[] = [];
  const reasons: LineReason[] = [];
  for (let i = 0; i < lines.count; i++) {
    const inside = pythonLineCount(text.slice(lines.starts[i], lines.starts[i + 1]));
    const reason = kept.get(i + 1);
    for (let part = 0; part < inside; part++) {
      scores.push(measured.scores[i] ?? 0);
      if (reason === undefined) continue;
      keptLines.push(scores.length);
      reasons.push(reason);
    }
  }
  return { keptLines, scores, reasons };
}

/** Answers dialect A. */
export async function answerCode(
  request: CodeRequest,
  pruneContext: PruneContext,
): Promise<PruneReply<CodeAnswer> | RequestFailure> {
  const started = pruneContext.now();
  const measured = await pruneMeasured(
    {
      text: request.code,
      question: request.query,
      threshold: request.threshold,
      keepFirstLine: request.always_keep_first_frags,
      targetRatio: request.target_ratio,
      maxTokens: request.max_tokens,
      markers: request.markers,
      path: request.path,
      kind: request.kind,
      firstLine: request.first_line,
      failed: request.failed,
    },
    pruneContext,
  );
  if (!measured.ok) return measured;
  const { tokensIn, tokensOut } = measured;
  const body: CodeAnswer = {
    score: measured.score,
    pruned_code: measured.text,
    ...(await linesOf(request.code, measured, pruneContext)),
    origin_token_cnt: tokensIn,
    left_token_cnt: tokensOut,
    model_input_token_cnt: measured.engine === null ? 0 : tokensIn + measured.questionTokens,
    error_msg: measured.refusal,
    kind: measured.kind,
    method: measured.method,
    engine: measured.engine,
    fallback_reason: measured.fallbackReason,
    latency_ms: pruneContext.now() - started,
    retention_ratio: tokensIn === 0 ? 1 : tokensOut / tokensIn,
    request_id: pruneContext.requestId,
  };
  return { ok: true, body, record: recordOf('code', measured) };
}

/** Lists the lines of a text, unless there are too many. */
async function linesOf(
  text: string,
  measured: Measured,
  { turn, signal }: PruneContext,
): Promise<Pick<CodeAnswer, 'token_scores' | 'kept_frags' | 'reasons' | 'cut_lines' | 'lines_listed'>> {
  if (!listsLines(measured, text.length)) return { token_scores: [], kept_frags: [], reasons: [], lines_listed: false };
  const lines = await inTurns(pythonLines(text), turn, signal);
  const { keptLines, scores, reasons, cutLines } = byPythonLines(text, measured);
  return {
    token_scores: lines.map((line, index) => [line, scores[index] ?? 0] as const),
    kept_frags: keptLines,
    reasons,
    ...(cutLines !== undefined && { cut_lines: cutLines }),
  };
}

/** Answers dialect C. */
async function answerToolResponse(
  request: ToolResponseRequest,
  pruneContext: PruneContext,
): Promise<PruneReply<ToolResponseAnswer> | RequestFailure> {
  const started = pruneContext.now();
  const measured = await pruneMeasured(
    {
      text: request.tool_response,
      question: deriveQuestion(request),
      threshold: request.threshold,
      targetRatio: request.target_ratio,
      maxTokens: request.max_tokens,
      markers: request.markers ?? 'ranges',
      path: derivePath(request),
      kind: request.kind,
      firstLine: request.first_line,
      failed: request.failed,
      automatic: request.automatic,
    },
    pruneContext,
    toWireSession(request.context, request.context_is_whole),
  );
  if (!measured.ok) return measured;
  const body: ToolResponseAnswer = {
    pruned_code: measured.text,
    ...(listsLines(measured, request.tool_response.length)
      ? { kept_lines: measured.keptLines }
      : { kept_lines: [], lines_listed: false }),
    original_lines: measured.lineCount,
    kept_line_count: measured.tooManyLines === true ? measured.lineCount : measured.keptLines.length,
    original_chars: codePoints(request.tool_response),
    pruned_chars: codePoints(measured.text),
    original_tokens: measured.tokensIn,
    pruned_tokens: measured.tokensOut,
    latency_ms: pruneContext.now() - started,
    error_msg: measured.refusal,
    backend: measured.engine,
    engine: measured.engine,
    fallback_reason: measured.fallbackReason,
    kind: measured.kind,
    method: measured.method,
    ...(measured.expectedRecall !== undefined && { expected_recall: measured.expectedRecall }),
    request_id: pruneContext.requestId,
  };
  return { ok: true, body, record: recordOf('tool_response', measured) };
}

const codePoints = (text: string): number => text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);

/**
 * Returns a 413 if a list is too long, otherwise undefined. Checked before validation, which visits every entry and
 * records every fault. `entries` is the word for them in the message.
 */
function overLimit(body: object, field: string, max: number, entries: string = field): RequestFailure | undefined {
  const list = (body as Readonly<Record<string, unknown>>)[field];
  if (!Array.isArray(list) || list.length <= max) return undefined;
  return requestFailure('too_large', `too many ${entries}: expected at most ${max}, got ${list.length}`);
}

/** Returns a 413 for a `context` of too many steps or too much text, otherwise undefined. Checked before validation. */
function overSessionLimit(body: object, limits: RequestLimits): RequestFailure | undefined {
  const { context } = body as { readonly context?: unknown };
  if (!Array.isArray(context)) return undefined;
  const tooMany = overLimit(body, 'context', limits.sessionSteps, 'steps of context');
  if (tooMany !== undefined) return tooMany;
  const bytes = textBytes(context);
  if (bytes <= limits.sessionBytes) return undefined;
  return requestFailure(
    'too_large',
    `context is too large: expected at most ${limits.sessionBytes} bytes, got ${bytes}`,
  );
}

/**
 * UTF-8 bytes of the steps' content: texts, names of tools and arguments, strings among the arguments, ids. Iterative,
 * because the sender controls the depth.
 */
function textBytes(steps: readonly unknown[]): number {
  let bytes = 0;
  const open: unknown[] = steps.flatMap((step) => {
    const { text, tool, args, call } = (step ?? {}) as Readonly<Record<string, unknown>>;
    return [text, tool, args, call];
  });
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string') bytes += utf8Bytes(value);
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      if (!Array.isArray(value)) bytes += utf8Bytes(key);
      open.push(inner);
    }
  }
  return bytes;
}

/** Validates a body by `schema`; returns a 422 that explains what is wrong. */
function validateRequest<T>(schema: z.ZodType<T>, body: object): { ok: true; request: T } | RequestFailure {
  const parsed = schema.safeParse(body, { reportInput: true });
  if (parsed.success) return { ok: true, request: parsed.data };
  return requestFailure('invalid_request', toValidationDetails(parsed.error));
}

/** Checks that a body is a JSON object; otherwise returns a 422 that says so. */
function toObjectBody(sent: unknown): { ok: true; body: object } | RequestFailure {
  if (typeof sent === 'object' && sent !== null && !Array.isArray(sent)) return { ok: true, body: sent };
  const msg = 'Input should be a valid dictionary or object to extract fields from';
  return requestFailure('invalid_request', bodyDetail('model_attributes_type', msg, sent));
}

/** Validates a body by a schema and passes it on. */
async function checked<T>(
  schema: z.ZodType<T>,
  body: object,
  answer: (request: T, pruneContext: PruneContext) => Promise<PruneReply | RequestFailure>,
  pruneContext: PruneContext,
): Promise<PruneReply | RequestFailure> {
  const valid = validateRequest(schema, body);
  return valid.ok ? answer(valid.request, pruneContext) : valid;
}

/** Answers a parsed `/prune` body of any dialect. Rejects only for `pruneContext.signal`'s abort or a fault of the engine. */
export async function answerPrune(sent: unknown, pruneContext: PruneContext): Promise<PruneReply | RequestFailure> {
  const is = toObjectBody(sent);
  if (!is.ok) return is;
  switch (dialectOf(is.body)) {
    case 'code':
      return checked(codeRequest, is.body, answerCode, pruneContext);
    case 'documents':
      return (
        overLimit(is.body, 'documents', pruneContext.limits.documents) ??
        overLimit(is.body, 'preserve', pruneContext.limits.preservedWords, 'preserved words') ??
        overSessionLimit(is.body, pruneContext.limits) ??
        checked(documentsRequest, is.body, answerDocuments, pruneContext)
      );
    case 'tool_response':
      return (
        overSessionLimit(is.body, pruneContext.limits) ??
        checked(toolResponseRequest, is.body, answerToolResponse, pruneContext)
      );
  }
}
