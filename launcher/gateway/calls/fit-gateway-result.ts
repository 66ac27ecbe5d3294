import { writeJson } from '../../../src/json/json-number.ts';
import { FINAL_META, RESULT_META } from '../../../src/shaping/tool-result.ts';
import type { KeptText } from '../../artifacts/keep-text.ts';
import type { FitsSchema } from '../catalog/compile-schema.ts';
import type { JsonObject } from '../connection/server-connection.ts';
import { fitBlocks } from './fit-blocks.ts';
import { fitStructured } from './fit-structured.ts';
import type { GatewayResult } from './gateway-result.ts';
import { isJsonOf } from './is-json-of.ts';
import { blockBytes, jsonBytes, resultBytes } from './result-bytes.ts';
import { withStructuredAsText } from './structured-as-text.ts';
import { textSlots } from './text-slots.ts';

export interface FitGatewayOptions {
  /** UTF-8 bytes of the result as JSON, images and sounds not counted. */
  readonly maxBytes: number;
  /** Whether the client takes structured content; else the model would be shown it in place of the text. */
  readonly structured: boolean;
  readonly tool: string;
  readonly question: string | undefined;
  /** What the tool's `outputSchema` says of structured content. */
  readonly fits: FitsSchema | undefined;
  /** Where raw texts are already, by the block that showed them. */
  readonly kept: ReadonlyMap<number, KeptText>;
  readonly keep: (text: string) => Promise<KeptText>;
}

export interface FittedGatewayResult {
  readonly result: GatewayResult;
  /** Where it did not fit: UTF-8 bytes of what was cut, and of the result. */
  readonly shaped?: { readonly before: number; readonly after: number; readonly artifact: string | undefined };
}

/**
 * Of the budget, for structured content beside blocks that need more than the rest: the first share that it can be cut
 * to, since models are shown the blocks.
 */
const STRUCTURED_SHARES = [0.12, 0.3, 0.5];
/** As long as any is. */
const SOME_KEPT: KeptText = { artifact_ref: `ax://${'x'.repeat(70)}`, bytes: 1e9 };
/** Bytes that a result says of itself in `_meta`. */
const FACTS_ROOM = 200;

/** A result within the response contract: one that fits is handed on as it is. The whole of what is cut is kept first. */
export async function fitGatewayResult(given: GatewayResult, options: FitGatewayOptions): Promise<FittedGatewayResult> {
  const { maxBytes, structured, keep } = options;
  if (resultBytes(given, maxBytes) <= maxBytes) return { result: given };
  const { content, structuredContent, ...rest } = structured ? given : withStructuredAsText(given);
  const room = Math.max(0, maxBytes - jsonBytes({ content: [], ...rest }, maxBytes) - FACTS_ROOM);
  const beside = structuredContent === undefined ? 0 : jsonBytes(structuredContent, maxBytes);
  const needed = content.reduce((sum, block) => sum + blockBytes(block, maxBytes) + 1, 0);
  const share = shareOf(structuredContent, beside, { room, needed, ...options });
  const blocks = await fitBlocks(content, { ...options, bytes: room - share, failed: given.isError === true });

  let [kept] = blocks.kept;
  let shown = structuredContent;
  if (structuredContent !== undefined && beside > share) {
    const [slot, more] = textSlots(content);
    const isKept = kept !== undefined && more === undefined && isSame(slot?.text ?? '', structuredContent);
    if (!isKept) kept = await keep(writeJson(structuredContent));
    shown = fitStructured(structuredContent, { ...options, bytes: share, facts: factsOf(kept as KeptText) });
  }
  const before =
    blocks.kept.reduce((sum, one) => sum + bytesOf(one), 0) || bytesOf(kept) || resultBytes(given, Infinity);
  const facts = { ...whereIs(kept), original_bytes: before };
  const result: GatewayResult = {
    ...rest,
    content: blocks.content,
    ...(shown !== undefined && { structuredContent: shown }),
    _meta: {
      ...rest._meta,
      [RESULT_META]: { ...resultMeta(rest._meta), shaped: facts },
      [FINAL_META]: true,
    },
  };
  const artifact = kept !== undefined && 'artifact_ref' in kept ? kept.artifact_ref : undefined;
  return { result, shaped: { before, after: resultBytes(result, Infinity), artifact } };
}

/** Whether structured content is a text's JSON, or holds the text and nothing else. */
function isSame(text: string, structured: JsonObject): boolean {
  const [value, more] = Object.values(structured);
  return (value === text && more === undefined) || isJsonOf(text, structured);
}

function bytesOf(kept: KeptText | undefined): number {
  return kept !== undefined && 'bytes' in kept ? kept.bytes : 0;
}

function whereIs(kept: KeptText | undefined): JsonObject {
  if (kept === undefined) return {};
  return 'artifact_ref' in kept ? { artifact_ref: kept.artifact_ref } : { artifact_error: kept.artifact_error };
}

interface ShareOptions extends FitGatewayOptions {
  readonly room: number;
  /** Bytes that the blocks would take. */
  readonly needed: number;
}

function shareOf(value: JsonObject | undefined, beside: number, { room, needed, ...options }: ShareOptions): number {
  const shares = STRUCTURED_SHARES.map((part) => Math.floor(Math.min(beside, Math.max(room - needed, room * part))));
  const fitting = shares.find((bytes) => {
    if (value === undefined || beside <= bytes) return true;
    return jsonBytes(fitStructured(value, { ...options, bytes, facts: factsOf(SOME_KEPT) }), bytes) <= bytes;
  });
  return fitting ?? shares[0] ?? 0;
}

function resultMeta(meta: JsonObject | undefined): JsonObject {
  return (meta?.[RESULT_META] ?? {}) as JsonObject;
}

function factsOf(kept: KeptText): JsonObject {
  const where =
    'artifact_ref' in kept
      ? { artifactRef: kept.artifact_ref, originalBytes: kept.bytes }
      : { artifactError: kept.artifact_error };
  return { truncated: true, ...where, hasMore: true };
}
