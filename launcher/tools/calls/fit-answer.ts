import { jsonBytes } from '../../../src/base/json/json-bytes.ts';
import { fitItems } from '../../../src/fit/fit-items.ts';
import { fitLines } from '../../../src/fit/fit-lines.ts';
import type { ContentBlock } from '../../../src/mcp/tool-result.ts';
import { cutToChars } from '../../../src/text/cut-text.ts';
import type { KeptText } from '../../../src/text/kept-text.ts';
import { cutNotice } from '../../../src/text/notice.ts';
import { shareBytes } from '../../../src/text/share-bytes.ts';
import { type Answer, type CallToolResult, textOf, toToolResult } from './tool-result.ts';

export interface FitAnswerOptions {
  /** Max UTF-8 bytes of the result as JSON, at least 1,024. */
  readonly maxBytes: number;
  /** True if the result carries `structuredContent`, so that it holds the output twice. */
  readonly structured: boolean;
  /** Stores the whole before anything is cut. */
  readonly keep: (text: string) => Promise<KeptText>;
  /** Lines to add after the output of a result that fits. */
  readonly after?: string | undefined;
}

export interface FittedAnswer {
  readonly result: CallToolResult;
  /** Set if it did not fit: UTF-8 bytes before and after, and the artifact of the whole. */
  readonly shaped?: { readonly before: number; readonly after: number; readonly artifact: string | undefined };
}

/** Max and min UTF-16 units of a fact beside the output. A command may be as long as its output. */
const FACT_CHARS = 200;
const MIN_FACT_CHARS = 12;
const FACT_ITEMS = 5;
/** Max share of the budget for everything except the output. Facts are cut to fit it. */
const FRAME_SHARE = 0.85;
/** Bytes around a stream in the text: `[stderr]` and line breaks, escaped. */
const AROUND_FIELD = 16;

/**
 * Fits an answer into a budget (`MCP_PRUNER_MAX_RESPONSE_BYTES`). Keeps the first and last lines and the error lines of
 * each stream, and the first matches, in the usual fields. Stores the whole first, and says how to get it both before
 * and after the output, because hosts cut the middle.
 */
export async function fitAnswer(answer: Answer, options: FitAnswerOptions): Promise<FittedAnswer> {
  const { maxBytes, structured, keep, after } = options;
  const plain = toToolResult(answer, structured, { after });
  const before = jsonBytes(plain);
  if (before <= maxBytes) return { result: plain };
  const kept = await keepWhole(answer, keep);
  const ref = 'artifact_ref' in kept ? kept.artifact_ref : undefined;
  const facts = { shaped: { ...withoutBytes(kept), original_bytes: before } };
  const write = (body: Answer['body'], counts: string): CallToolResult => {
    const notice = cutNotice(counts, kept);
    return toToolResult({ ...answer, body }, structured, {
      ...{ before: notice, after: notice, facts },
      link: 'artifact_ref' in kept ? linkTo(kept, answer.tool.name) : undefined,
    });
  };
  const frameOf = (one: Answer): number => jsonBytes(write(emptied(one), COUNTS_ROOM));
  let short = withShortFacts(answer, FACT_CHARS);
  for (let chars = FACT_CHARS >> 1; chars >= MIN_FACT_CHARS && frameOf(short) > maxBytes * FRAME_SHARE; chars >>= 1) {
    short = withShortFacts(answer, chars);
  }
  let room = Math.max(0, Math.floor((maxBytes - frameOf(short)) / (structured ? 2 : 1)));
  const fill = (): CallToolResult => {
    const { body, counts } = fitBody(short, room);
    return write(body, counts);
  };
  let result = fill();
  for (let round = 1; round < ROUNDS && jsonBytes(result) < maxBytes * FULL; round++) {
    // Matches take fewer bytes as text than as list items. The bytes left over are for more matches.
    room = Math.floor((room * maxBytes * AIM) / jsonBytes(result));
    const fuller = fill();
    if (jsonBytes(fuller) > maxBytes) break;
    result = fuller;
  }
  return { result, shaped: { before, after: jsonBytes(result), artifact: ref } };
}

/** Max rounds to fill the budget; the share of it that is enough, and the share that the next round aims at. */
const ROUNDS = 4;
const FULL = 0.9;
const AIM = 0.97;

/** Placeholder as long as the longest counts. */
const COUNTS_ROOM = '00000000 of 00000000 matches';

/** Stores the text of the whole output, or returns the artifact that pruning stored already. */
function keepWhole({ tool, body, pruning, failed }: Answer, keep: FitAnswerOptions['keep']): Promise<KeptText> {
  // Storing the whole failed already. The pruned text is not the whole.
  if (pruning.artifact_error !== undefined) return Promise.resolve({ artifact_error: pruning.artifact_error });
  if (pruning.artifact_ref !== undefined) {
    return Promise.resolve({ artifact_ref: pruning.artifact_ref, bytes: pruning.raw_bytes });
  }
  const [only] = tool.bodyFields;
  const alone = tool.bodyFields.length === 1 && only !== undefined ? body[only] : undefined;
  if (typeof alone === 'string') return keep(alone);
  const whole = failed ? undefined : tool.renderKept?.(body);
  return keep(whole ?? textOf({ tool, body, failed }));
}

function withoutBytes(kept: KeptText): object {
  return 'artifact_ref' in kept ? { artifact_ref: kept.artifact_ref } : kept;
}

function linkTo({ artifact_ref, bytes }: Extract<KeptText, { artifact_ref: string }>, tool: string): ContentBlock {
  return {
    type: 'resource_link',
    uri: artifact_ref,
    name: `all of ${tool}'s output`,
    mimeType: 'text/plain; charset=utf-8',
    size: bytes,
  };
}

function withShortFacts(answer: Answer, chars: number): Answer {
  const { bodyFields } = answer.tool;
  const short = ([name, value]: [string, unknown]) => [
    name,
    bodyFields.includes(name) ? value : shortFact(value, chars),
  ];
  return { ...answer, body: Object.fromEntries(Object.entries(answer.body).map(short)) };
}

function shortFact(value: unknown, chars: number): unknown {
  if (typeof value === 'string') return cutToChars(value, chars);
  if (Array.isArray(value)) return value.slice(0, FACT_ITEMS).map((one) => shortFact(one, chars));
  if (typeof value !== 'object' || value === null) return value;
  // Error codes are short.
  const fields = Object.entries(value).map(([name, one]) => [name, name === 'code' ? one : shortFact(one, chars)]);
  return Object.fromEntries(fields);
}

function emptied({ tool, body }: Answer): Answer['body'] {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, tool.bodyFields.includes(name) ? nothingOf(value) : value]),
  );
}

const nothingOf = (value: unknown): unknown => (Array.isArray(value) ? [] : '');

interface FittedBody {
  readonly body: Answer['body'];
  /** Text that says how much is shown of how much. */
  readonly counts: string;
}

/** Divides the room among the fields. A field that needs less than its share leaves the rest to the others. */
function fitBody({ tool, body, pruning }: Answer, room: number): FittedBody {
  const fields = tool.bodyFields.filter((name) => body[name] !== undefined);
  const needs = fields.map((name) => jsonBytes(body[name]) + AROUND_FIELD);
  const shares = shareBytes(needs, [...needs.keys()], room, 0);
  const firstLines = new Map(tool.textsOf?.(body).map(({ field, firstLine }) => [field, firstLine]));
  const markers = pruning.applied ? 'plain' : 'ranges';
  const fitted: Record<string, unknown> = {};
  let [shown, total, unit] = [0, 0, 'lines'];
  for (const [i, name] of fields.entries()) {
    const bytes = Math.max(0, (shares[i] as number) - AROUND_FIELD);
    const value = body[name];
    if (Array.isArray(value)) {
      const items = fitItems(value as readonly object[], bytes);
      fitted[name] = items;
      unit = 'matches';
      if (name === tool.bodyFields[0]) [shown, total] = [items.length, value.length];
      continue;
    }
    const cut = fitLines(String(value), { bytes, firstLine: firstLines.get(name), markers });
    fitted[name] = cut.text;
    shown += cut.shownLines;
    total += cut.totalLines;
  }
  return { body: { ...body, ...fitted }, counts: `${shown} of ${total} ${unit}` };
}
