import { jsonBytes } from '../../base/json/json-bytes.ts';
import { writeJson } from '../../base/json/json-number.ts';
import type { KeptText } from '../../text/kept-text.ts';
import { notice, whereabouts } from '../../text/notice.ts';
import { shareBytes } from '../../text/share-bytes.ts';
import type { Block } from './any-tool-result.ts';
import { compactBlock } from './compact-block.ts';
import { fitText } from './fit-text.ts';
import { blockBytes, isMedia } from './result-bytes.ts';
import { textSlots, withText } from './text-slots.ts';

export interface FitBlocksOptions {
  /** Max UTF-8 bytes of all blocks as JSON, not counting images and audio. */
  readonly bytes: number;
  readonly tool: string;
  readonly question: string | undefined;
  readonly failed: boolean;
  readonly kept: ReadonlyMap<number, KeptText>;
  readonly keep: (text: string) => Promise<KeptText>;
  /** True if blocks have their short forms already. */
  readonly isCompact?: boolean | undefined;
}

export interface FittedBlocks {
  readonly content: readonly Block[];
  /** Artifacts with the originals of everything that was cut. */
  readonly kept: readonly KeptText[];
}

/** Min bytes for a text. Less of it would say nothing. */
const MIN_TEXT = 600;
/** Bytes reserved for the block that reports omitted blocks. */
const NOTICE_ROOM = 400;
/** Bytes from which a block has a short form. */
const LONG_BLOCK = 600;
/** Describes the content of the artifact in a notice. */
const WHOLE = 'all of them, as JSON';

/**
 * Fits blocks into a budget. Embedded files become links, and texts that are too long are cut. If there are too many blocks,
 * only the first ones are shown.
 */
export async function fitBlocks(content: readonly Block[], options: FitBlocksOptions): Promise<FittedBlocks> {
  const { bytes: max } = options;
  const sizes = content.map((block) => blockBytes(block, max) + 1);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total <= max) return { content, kept: [] };
  const compact = content.map((block, i) => ((sizes[i] as number) > LONG_BLOCK ? compactBlock(block) : block));
  if (!options.isCompact && compact.some((block, i) => block !== content[i]))
    return await fitCompact(content, compact, options);
  const slots = textSlots(content);
  const texts = new Set(slots.map(({ block }) => block));
  const fixed = sizes.reduce((sum, size, i) => sum + (texts.has(i) ? frameBytes(content[i] as Block) : size), 0);
  const needs = slots.map(({ text }) => jsonBytes(text, max));
  const shares = shareBytes(needs, [...needs.keys()], max - fixed, MIN_TEXT);
  if (slots.length === 0 || shares.includes(-1)) return fitFirst(content, sizes, options);

  const fitted = [...content];
  const kept: KeptText[] = [];
  for (const [i, { block, text }] of slots.entries()) {
    const bytes = shares[i] as number;
    if ((needs[i] as number) <= bytes) continue;
    const cut = await fitText(text, { ...options, bytes, kept: options.kept.get(block) });
    kept.push(cut.kept);
    fitted[block] = withText(content[block] as Block, cut.text);
  }
  return { content: fitted, kept };
}

/** Stores all blocks as one artifact, and shows short forms of some. */
async function fitCompact(
  content: readonly Block[],
  compact: readonly Block[],
  options: FitBlocksOptions,
): Promise<FittedBlocks> {
  const kept = await options.keep(writeJson(content));
  const count = compact.filter((block, i) => block !== content[i]).length;
  const text = notice(`${count} of ${content.length} blocks are short forms`, whereabouts(kept, { what: WHOLE }));
  const fitted = await fitBlocks(compact, { ...options, bytes: options.bytes - NOTICE_ROOM, isCompact: true });
  return { content: [{ type: 'text', text }, ...fitted.content], kept: [kept, ...fitted.kept] };
}

/** Stores all blocks as one artifact and shows the first ones that fit. Images and audio stay. */
async function fitFirst(
  content: readonly Block[],
  sizes: readonly number[],
  options: FitBlocksOptions,
): Promise<FittedBlocks> {
  const kept = await options.keep(writeJson(content));
  let left = options.bytes - NOTICE_ROOM;
  const shown = content.filter((block, i) => {
    if (!isMedia(block) && (sizes[i] as number) > left) {
      left = Math.min(left, 0);
      return false;
    }
    left -= sizes[i] as number;
    return true;
  });
  const count = `${shown.length} of ${content.length} blocks`;
  const text = notice(count, whereabouts(kept, { what: WHOLE }));
  return { content: [{ type: 'text', text }, ...shown], kept: [kept] };
}

function frameBytes(block: Block): number {
  return blockBytes(withText(block, ''), Infinity) - 1;
}
