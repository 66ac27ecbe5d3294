import type { EventLog } from '../../../src/base/events/event-log.ts';
import { jsonBytes } from '../../../src/base/json/json-bytes.ts';
import { fitOutputFields } from '../../../src/fit/result/fit-output-fields.ts';
import { modelText } from '../../../src/mcp/shown-text.ts';
import type { ClientView } from '../../../src/mcp/tool.ts';
import type { ContentBlock } from '../../../src/mcp/tool-result.ts';
import type { Keep, Output, Part, PrunedOutput, Wanted } from '../../../src/shorten/output.ts';
import { type PruningMetadata, skipped } from '../../../src/shorten/pruning-metadata.ts';
import type { KeptText } from '../../../src/text/kept-text.ts';
import { cutNotice } from '../../../src/text/notice.ts';
import { rawNotice } from '../../../src/text/raw-notice.ts';
import type { Prunable } from '../prunable.ts';
import type { OutputExtent } from '../tool.ts';
import { type CallAnswer, type CallToolResult, outputText, toToolResult } from './tool-result.ts';

export interface FitAnswerOptions {
  /** Max UTF-8 bytes of the result as JSON, at least 1,024. */
  readonly maxBytes: number;
  /** True if the result carries `structuredContent`, so that it holds the output twice. */
  readonly structured: boolean;
  /** Stores the full text before anything is cut. */
  readonly keep: (text: string) => Promise<KeptText>;
  /** Names the stored text. Default: all of the output. */
  readonly what?: string | undefined;
  /** Lines to add after the output of a result that fits. */
  readonly after?: string | undefined;
}

interface FittedAnswer {
  readonly result: CallToolResult;
  /** Set if it did not fit: UTF-8 bytes before and after, and the artifact with the full text. */
  readonly shaped?: { readonly before: number; readonly after: number; readonly artifact: string | undefined };
}

/**
 * Fits an answer into a budget (`MCP_PRUNER_MAX_RESPONSE_BYTES`). Stores the full text first, and says how to get it
 * both before and after the output, because hosts cut the middle. If it cannot be stored, a command's output stays whole.
 */
export async function fitAnswer(answer: CallAnswer, options: FitAnswerOptions): Promise<FittedAnswer> {
  const { maxBytes, structured, keep, after, what } = options;
  const plain = toToolResult(answer, structured, { after });
  const before = jsonBytes(plain);
  if (before <= maxBytes) return { result: plain };
  const { tool, pruning } = answer;
  const kept = await keepWhole(answer, keep);
  // What a command printed cannot be had again.
  if ('artifact_error' in kept && !tool.annotations.readOnlyHint) return { result: plain };
  const ref = 'artifact_ref' in kept ? kept.artifact_ref : undefined;
  const told = ref === undefined ? kept : { artifact_ref: ref };
  const result = fitOutputFields(answer.body, {
    maxBytes,
    outputs: tool.bodyFields,
    firstLinesOf: (body) => new Map(tool.textsOf?.(body).map(({ field, firstLine }) => [field, firstLine])),
    markers: pruning.applied ? 'plain' : 'ranges',
    copies: structured ? 2 : 1,
    build(body, counts) {
      const notice = cutNotice(counts, kept, what);
      return toToolResult({ ...answer, body }, structured, {
        ...{ before: notice, after: notice, facts: { shaped: { ...told, original_bytes: before } } },
        link:
          'artifact_ref' in kept
            ? linkTo(kept, `${what === undefined ? 'all' : 'the beginning'} of ${tool.name}'s output`)
            : undefined,
      });
    },
  });
  return { result, shaped: { before, after: jsonBytes(result), artifact: ref } };
}

/** Stores the full output, or returns the artifact that pruning has already stored. */
function keepWhole({ tool, body, pruning, failed }: CallAnswer, keep: FitAnswerOptions['keep']): Promise<KeptText> {
  // Pruning failed to store the full text. The pruned text is not the full text.
  if (pruning.artifact_error !== undefined) return Promise.resolve({ artifact_error: pruning.artifact_error });
  if (pruning.artifact_ref !== undefined) {
    return Promise.resolve({ artifact_ref: pruning.artifact_ref, bytes: pruning.raw_bytes });
  }
  const [only] = tool.bodyFields;
  const alone = tool.bodyFields.length === 1 && only !== undefined ? body[only] : undefined;
  if (typeof alone === 'string') return keep(alone);
  const whole = failed ? undefined : tool.renderKept?.(body);
  return keep(whole ?? outputText({ tool, body, failed }));
}

function linkTo({ artifact_ref, bytes }: Extract<KeptText, { artifact_ref: string }>, name: string): ContentBlock {
  return { type: 'resource_link', uri: artifact_ref, name, mimeType: 'text/plain; charset=utf-8', size: bytes };
}

export interface OwnOutputOptions extends OutputExtent {
  /** The answer, not yet with pruning metadata. */
  readonly answer: Omit<CallAnswer, 'pruning'>;
  /** Part that a pruner may shorten if the client uses structured content; undefined for a failure. */
  readonly prunable: Prunable<object> | undefined;
  readonly client: ClientView;
  /** Max UTF-8 bytes of a result as JSON; undefined for no limit. */
  readonly maxResponseBytes: number | undefined;
  readonly wanted: Wanted;
  /** Event log of this call. */
  readonly log: EventLog;
}

/** Min UTF-16 units of a text that is pruned next to a longer one. */
const MIN_LENGTH = 500;

/** Fields of the answer's body that hold pruned texts. */
type Fields = Readonly<Record<string, unknown>>;

/**
 * Translates the answer of one of our tools for `shorten`. In structured content, the contract allows pruning only one
 * stream, and nothing of a failed command. The question applies to all of a text that is alone or beside a failure.
 */
export function ownOutput(options: OwnOutputOptions): Output<Fields, CallToolResult> {
  const { answer, prunable, client, storing } = options;
  const { tool, body } = answer;
  const source =
    prunable?.path === undefined ? undefined : { path: prunable.path, part: prunable.firstLine !== undefined };
  return {
    tool: tool.name,
    source,
    storing,
    isRepeatable: tool.annotations.readOnlyHint,
    open() {
      const texts = client.structured && !answer.failed ? undefined : tool.textsOf?.(body);
      const firstLine = texts ? 1 : prunable?.firstLine;
      return {
        parts: texts === undefined ? [onlyPart(options)] : textParts(options, texts),
        whole: texts && (() => outputText(answer)),
        large: (pruning) => largeText(options, pruning),
        show: (pruned, keep) => show(options, pruned, keep, firstLine),
      };
    },
    raw: () => outputText(answer),
    showWhole() {
      const pruning = skipped('shadow', Buffer.byteLength(prunable?.text ?? outputText(answer)));
      return { pruning, result: toToolResult({ ...answer, pruning }, client.structured) };
    },
    textOf: modelText,
  };
}

/** Returns the UTF-8 bytes left for the output of a result within the budget. A structured result holds it twice. */
function outputWithin({ maxResponseBytes, client }: OwnOutputOptions): number | undefined {
  return maxResponseBytes === undefined ? undefined : Math.floor(maxResponseBytes / (client.structured ? 2 : 1));
}

function onlyPart(options: OwnOutputOptions): Part<Fields> {
  const { answer, prunable, client } = options;
  if (prunable === undefined) {
    const [first] = answer.tool.textsOf?.(answer.body) ?? [];
    return { text: first?.text ?? '', exempt: 'tool_error', apply: () => undefined };
  }
  const { text, path, kind, firstLine } = prunable;
  const how = { maxBytes: outputWithin(options), toTheLetter: client.structured };
  return { text, path, kind, firstLine, ...how, apply: (pruned) => prunable.apply(pruned) as Fields | undefined };
}

function textParts(
  options: OwnOutputOptions,
  texts: ReturnType<NonNullable<CallAnswer['tool']['textsOf']>>,
): readonly Part<Fields>[] {
  const room = outputWithin(options);
  const maxBytes = room === undefined ? undefined : Math.ceil(room / texts.length);
  const longest = Math.max(0, ...texts.map(({ text }) => text.length));
  return texts
    .filter(({ text }) => text.length >= Math.min(longest, MIN_LENGTH))
    .map(({ field, text, firstLine }) => {
      const { failed } = options.answer;
      return { text, firstLine, failed, maxBytes, apply: (pruned) => ({ [field]: pruned }) };
    });
}

/** Returns the text if it is a command's output, or if the question could not be applied to it; otherwise undefined. */
function largeText({ answer, prunable, wanted }: OwnOutputOptions, { applied }: PruningMetadata): string | undefined {
  const { tool, body, failed } = answer;
  const isUnapplied = wanted.question !== undefined && !applied;
  if (tool.textsOf === undefined && !isUnapplied) return undefined;
  const isPrinted = failed || tool.textsOf !== undefined;
  return isPrinted ? outputText(answer) : (tool.renderKept?.(body) ?? prunable?.text ?? '');
}

/** Builds the result within the budget, with the notices about what was left out. */
async function show(
  options: OwnOutputOptions,
  { parts, pruning }: PrunedOutput<Fields>,
  keep: Keep,
  firstLine: number | undefined,
): Promise<CallToolResult> {
  const { answer, client, isPart } = options;
  const shown: Fields = Object.assign({}, answer.body, ...parts.map((part) => part.shown));
  const what = isPart === true ? 'the beginning of it' : undefined;
  const after = rawNotice(pruning, { firstLine, what });
  const given: CallAnswer = { ...answer, body: shown, pruning };
  if (!client.structured || !answer.failed) return await fitted(options, given, keep, { after, what });
  const whole = await fitted(options, { ...answer, pruning: ofFailure(answer, pruning) }, keep, { after, what });
  if (!parts.some(({ leftOut }) => leftOut)) return whole;
  const text = toToolResult(given, false, { after });
  return { ...whole, content: [...text.content, ...whole.content.slice(1)] };
}

/** Returns the metadata of a failure in structured content, which the contract leaves whole. */
function ofFailure({ tool, body }: OwnOutputOptions['answer'], pruning: PruningMetadata): PruningMetadata {
  const { attempted, artifact_ref, artifact_error } = pruning;
  const [first] = tool.textsOf?.(body) ?? [];
  const raw_bytes = Buffer.byteLength(first?.text ?? '');
  if (!attempted) return { ...pruning, raw_bytes };
  return {
    ...skipped('tool_error', raw_bytes),
    ...(artifact_ref !== undefined && { artifact_ref }),
    ...(artifact_error !== undefined && { artifact_error }),
  };
}

/** Builds a result within the budget, and logs an event if it had to be cut. */
async function fitted(
  { client, log, maxResponseBytes }: OwnOutputOptions,
  given: CallAnswer,
  keep: Keep,
  told: Pick<FitAnswerOptions, 'after' | 'what'>,
): Promise<CallToolResult> {
  const { structured } = client;
  const maxBytes = maxResponseBytes ?? unasked(given, client);
  if (maxBytes === undefined) return toToolResult(given, structured, { after: told.after });
  const { result, shaped } = await fitAnswer(given, { maxBytes, structured, keep, ...told });
  if (shaped !== undefined) {
    const { before, after: bytes, artifact } = shaped;
    log('info', 'response.shaped', { tool: given.tool.name, bytes_before: before, bytes_after: bytes, artifact });
  }
  return result;
}

/**
 * Returns the byte limit for an answer that no question shortened and that the host would cut. Our own cut is better,
 * because it keeps errors and the end. Returns undefined if nothing must be cut.
 */
function unasked({ pruning, failed }: CallAnswer, { structured, wholeBytes }: ClientView): number | undefined {
  const isUnapplied = ['too_large', 'pruner_error', 'not_stored'].includes(pruning.reason ?? '');
  if (structured || wholeBytes === undefined || !(failed || isUnapplied)) return undefined;
  return failed ? wholeBytes.failure : wholeBytes.success;
}
