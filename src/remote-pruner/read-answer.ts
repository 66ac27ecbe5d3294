/** The trusted part of a swe-pruner's answer. Fields of the wrong type count as missing. */
export interface UpstreamAnswer {
  /** Sorted, unique, and within the text's lines; undefined if missing or invalid. */
  readonly keptLines: readonly number[] | undefined;
  readonly prunedCode: string | undefined;
  /** Score per line, 0..1; undefined unless there is one finite score for every line. */
  readonly lineScores: Float32Array | undefined;
  /** Score of the whole text, 0..1; 1 if missing. */
  readonly score: number;
  /** Why nothing was pruned; undefined if there was no complaint. */
  readonly complaint: string | undefined;
}

/**
 * Fields that may contain the pruned text, in this order: swe-pruner's own, then those of others that speak its
 * protocol.
 */
export const TEXT_FIELDS = ['pruned_code', 'content', 'text'] as const;
const LONGEST_COMPLAINT = 300;

/** Parses an answer about a text of `lineCount` lines; undefined if it is not a JSON object. */
export function readUpstreamAnswer(json: string, lineCount: number): UpstreamAnswer | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const fields = value as Readonly<Record<string, unknown>>;
  const { kept_frags: kept, token_scores: scores, score, error_msg: message } = fields;
  return {
    keptLines: toLines(kept, lineCount),
    prunedCode: TEXT_FIELDS.map((name) => fields[name]).find((text) => typeof text === 'string'),
    lineScores: toScores(scores, lineCount),
    score: Number.isFinite(score) ? within(score as number) : 1,
    complaint: typeof message === 'string' && message !== '' ? message.slice(0, LONGEST_COMPLAINT) : undefined,
  };
}

function toLines(value: unknown, lineCount: number): number[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const fits = (line: unknown): boolean =>
    Number.isInteger(line) && (line as number) >= 1 && (line as number) <= lineCount;
  return value.every(fits) ? [...new Set<number>(value)].sort((a, b) => a - b) : undefined;
}

function toScores(value: unknown, lineCount: number): Float32Array | undefined {
  if (!Array.isArray(value) || value.length !== lineCount) return undefined;
  const scores = new Float32Array(lineCount);
  for (let i = 0; i < lineCount; i++) {
    const one: unknown = Array.isArray(value[i]) ? value[i][1] : undefined;
    if (!Number.isFinite(one)) return undefined;
    scores[i] = within(one as number);
  }
  return scores;
}

const within = (score: number): number => Math.min(1, Math.max(0, score));
