import { isContainer, type Json } from '../../base/json/json.ts';
import { jsonBytes } from '../../base/json/json-bytes.ts';
import { writeJson } from '../../base/json/json-number.ts';
import type { JsonObject } from '../../base/json/json-object.ts';
import { FINAL_META, RESULT_META } from '../../mcp/tool-result.ts';
import type { Pause } from '../../text/cooperative-task.ts';
import type { KeptText } from '../../text/kept-text.ts';
import type { AnyToolResult } from './any-tool-result.ts';
import { fitBlocks } from './fit-blocks.ts';
import type { FitsSchema } from './fit-structured.ts';
import { fitStructured } from './fit-structured.ts';
import { isJsonOf } from './is-json-of.ts';
import { blockBytes, resultBytesUpTo } from './result-bytes.ts';
import { withStructuredAsText } from './structured-as-text.ts';
import { textSlots } from './text-slots.ts';

export interface FitResultOptions {
  /** Max UTF-8 bytes of the result as JSON, not counting images and audio. */
  readonly maxBytes: number;
  /** True if the client handles structured content. Otherwise the model would see it instead of the text. */
  readonly structured: boolean;
  readonly tool: string;
  readonly question: string | undefined;
  /** Compiles the tool's `outputSchema`. Called only if the result has to be cut. Resolves to undefined without a schema. */
  readonly compileFits: () => Promise<FitsSchema | undefined>;
  /** Raw texts that are already stored, by block index. */
  readonly kept: ReadonlyMap<number, KeptText>;
  readonly keep: (text: string) => Promise<KeptText>;
  /** Awaited before each part of the work on a large text, with its size in characters. */
  readonly pause: Pause;
  /** True if the same call gives the rest again. Otherwise a result whose original cannot be stored stays whole. */
  readonly isRepeatable: boolean;
}

export interface FittedResult {
  readonly result: AnyToolResult;
  /** Set if the result did not fit: its UTF-8 bytes before and after it was cut. */
  readonly shaped?: { readonly before: number; readonly after: number; readonly artifact: string | undefined };
}

/**
 * Shares of the budget for structured content next to blocks that need more than the rest. The first share that it can
 * be cut to is used, since models are shown the blocks.
 */
const STRUCTURED_SHARES = [0.12, 0.3, 0.5];
/** Placeholder as long as any real reference. */
const SOME_KEPT: KeptText = { artifact_ref: `ax://${'x'.repeat(70)}`, bytes: 1e9 };
/** Bytes reserved for the facts about the result in `_meta`. */
const FACTS_ROOM = 200;

/**
 * Fits a result into the response contract. A result that fits is passed on unchanged. The original of everything that
 * is cut is stored first.
 */
export async function fitResult(given: AnyToolResult, options: FitResultOptions): Promise<FittedResult> {
  if (resultBytesUpTo(given, options.maxBytes) <= options.maxBytes) return { result: given };
  let isLost = [...options.kept.values()].some(isUnkept);
  const keep = async (text: string): Promise<KeptText> => {
    const kept = await options.keep(text);
    isLost ||= isUnkept(kept);
    return kept;
  };
  const fitted = await cutResult(given, { ...options, keep });
  return isLost && !options.isRepeatable ? { result: given } : fitted;
}

const isUnkept = (kept: KeptText): boolean => 'artifact_error' in kept;

async function cutResult(given: AnyToolResult, options: FitResultOptions): Promise<FittedResult> {
  const { maxBytes, structured, keep } = options;
  const { content, structuredContent, ...rest } = structured ? given : withStructuredAsText(given);
  const room = Math.max(0, maxBytes - jsonBytes({ content: [], ...rest }, maxBytes) - FACTS_ROOM);
  const beside = structuredContent === undefined ? 0 : jsonBytes(structuredContent, maxBytes);
  const needed = content.reduce((sum, block) => sum + blockBytes(block, maxBytes) + 1, 0);
  const fits = structuredContent === undefined ? undefined : await options.compileFits();
  const share = shareOf(structuredContent, beside, { room, needed, fits, ...options });
  const blocks = await fitBlocks(content, { ...options, bytes: room - share, failed: given.isError === true });

  let [kept] = blocks.kept;
  let shown = structuredContent;
  if (structuredContent !== undefined && beside > share) {
    const [slot, more] = textSlots(content);
    const isKept = kept !== undefined && more === undefined && isSame(slot?.text ?? '', structuredContent);
    if (!isKept) kept = await keep(writeJson(structuredContent));
    shown = fitStructured(structuredContent, { ...options, fits, bytes: share, facts: factsOf(kept as KeptText) });
  }
  const before =
    blocks.kept.reduce((sum, one) => sum + bytesOf(one), 0) || bytesOf(kept) || resultBytesUpTo(given, Infinity);
  const facts = { ...whereIs(kept), original_bytes: before };
  const result: AnyToolResult = {
    ...rest,
    content: blocks.content,
    ...(shown !== undefined && { structuredContent: shown }),
    _meta: { ...rest._meta, [RESULT_META]: { ...resultMeta(rest._meta), shaped: facts }, [FINAL_META]: true },
  };
  const artifact = kept !== undefined && 'artifact_ref' in kept ? kept.artifact_ref : undefined;
  return { result, shaped: { before, after: resultBytesUpTo(result, Infinity), artifact } };
}

/** True if structured content is the JSON of a text, or contains just the text. */
function isSame(text: string, structured: Json): boolean {
  const [value, more] = isContainer(structured) ? Object.values(structured) : [structured];
  return (value === text && more === undefined) || isJsonOf(text, structured);
}

const bytesOf = (kept: KeptText | undefined): number => (kept !== undefined && 'bytes' in kept ? kept.bytes : 0);

function whereIs(kept: KeptText | undefined): JsonObject {
  if (kept === undefined) return {};
  return 'artifact_ref' in kept ? { artifact_ref: kept.artifact_ref } : { artifact_error: kept.artifact_error };
}

interface ShareOptions extends FitResultOptions {
  readonly fits: FitsSchema | undefined;
  readonly room: number;
  /** Bytes that the blocks need. */
  readonly needed: number;
}

function shareOf(value: Json | undefined, beside: number, { room, needed, ...options }: ShareOptions): number {
  const shares = STRUCTURED_SHARES.map((part) => Math.floor(Math.min(beside, Math.max(room - needed, room * part))));
  const fitting = shares.find((bytes) => {
    if (value === undefined || beside <= bytes) return true;
    return jsonBytes(fitStructured(value, { ...options, bytes, facts: factsOf(SOME_KEPT) }), bytes) <= bytes;
  });
  return fitting ?? shares[0] ?? 0;
}

const resultMeta = (meta: JsonObject | undefined): JsonObject => (meta?.[RESULT_META] ?? {}) as JsonObject;

function factsOf(kept: KeptText): JsonObject {
  const where =
    'artifact_ref' in kept
      ? { artifactRef: kept.artifact_ref, originalBytes: kept.bytes }
      : { artifactError: kept.artifact_error };
  return { truncated: true, ...where, hasMore: true };
}
