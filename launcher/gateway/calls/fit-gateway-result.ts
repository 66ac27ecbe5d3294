import { FINAL_META, RESULT_META } from '../../../src/shaping/tool-result.ts';
import type { KeptText } from '../../artifacts/keep-text.ts';
import type { FitsSchema } from '../catalog/compile-schema.ts';
import type { JsonObject } from '../connection/server-connection.ts';
import { covers } from './covers.ts';
import { fitBlocks } from './fit-blocks.ts';
import { fitStructured } from './fit-structured.ts';
import type { GatewayResult } from './gateway-result.ts';
import { blockBytes, resultBytes } from './result-bytes.ts';
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
  /** Where it did not fit: UTF-8 bytes before and after. */
  readonly shaped?: { readonly before: number; readonly after: number; readonly artifact: string | undefined };
}

/** Of the budget, for structured content at least: the blocks, which models are shown, may take the rest. */
const STRUCTURED_SHARE = 0.25;
/** Bytes that a result says of itself in `_meta`. */
const FACTS_ROOM = 200;

/** A result within the response contract: one that fits is handed on as it is. The whole of what is cut is kept first. */
export async function fitGatewayResult(given: GatewayResult, options: FitGatewayOptions): Promise<FittedGatewayResult> {
  const { maxBytes, structured, keep } = options;
  const before = resultBytes(given);
  if (before <= maxBytes) return { result: given };
  const { content, structuredContent, ...rest } = structured ? given : withStructuredAsText(given);
  const around = Buffer.byteLength(JSON.stringify({ content: [], ...rest })) + FACTS_ROOM;
  const beside = structuredContent === undefined ? 0 : Buffer.byteLength(JSON.stringify(structuredContent));
  const room = Math.max(0, maxBytes - around);
  const needed = content.reduce((sum, block) => sum + blockBytes(block) + 1, 0);
  const share = Math.floor(Math.min(beside, Math.max(room - needed, room * STRUCTURED_SHARE)));
  const blocks = await fitBlocks(content, { ...options, bytes: room - share, failed: given.isError === true });
  const ref = blocks.refs[0];

  let shown = structuredContent;
  let data: KeptText | undefined;
  if (structuredContent !== undefined && beside > share) {
    const same =
      ref !== undefined &&
      covers(
        textSlots(content).map(({ text }) => text),
        structuredContent,
      );
    data = same ? { artifact_ref: ref, bytes: before } : await keep(JSON.stringify(structuredContent));
    shown = fitStructured(structuredContent, { ...options, bytes: share, facts: factsOf(data, beside) });
  }
  const artifact = ref ?? (data !== undefined && 'artifact_ref' in data ? data.artifact_ref : undefined);
  const facts = artifact === undefined ? { artifact_error: 'failed' } : { artifact_ref: artifact };
  const result: GatewayResult = {
    ...rest,
    content: blocks.content,
    ...(shown !== undefined && { structuredContent: shown }),
    _meta: {
      ...rest._meta,
      [RESULT_META]: { ...resultMeta(rest._meta), shaped: { ...facts, original_bytes: before } },
      [FINAL_META]: true,
    },
  };
  return { result, shaped: { before, after: resultBytes(result), artifact } };
}

function resultMeta(meta: JsonObject | undefined): JsonObject {
  return (meta?.[RESULT_META] ?? {}) as JsonObject;
}

function factsOf(kept: KeptText, bytes: number): JsonObject {
  const where = 'artifact_ref' in kept ? { artifactRef: kept.artifact_ref } : { artifactError: kept.artifact_error };
  return { truncated: true, ...where, originalBytes: bytes, hasMore: true };
}
