import { writeJson } from '../../../src/json/json-number.ts';
import type { KeptText } from '../../artifacts/keep-text.ts';
import { fitText } from './fit-text.ts';
import { blockBytes, jsonBytes } from './result-bytes.ts';
import { type Block, textSlots, withText } from './text-slots.ts';

export interface FitBlocksOptions {
  /** UTF-8 bytes of all blocks as JSON, images and sounds not counted. */
  readonly bytes: number;
  readonly tool: string;
  readonly question: string | undefined;
  readonly failed: boolean;
  readonly kept: ReadonlyMap<number, KeptText>;
  readonly keep: (text: string) => Promise<KeptText>;
}

export interface FittedBlocks {
  readonly content: readonly Block[];
  /** Where the whole of what is cut is, for each. */
  readonly kept: readonly KeptText[];
}

/** Bytes below which what is shown of a text would say nothing. */
const MIN_TEXT = 600;
/** Bytes of the block that tells of those left out. */
const NOTICE_ROOM = 400;

/** Blocks within a budget: texts that are too long are cut; where the blocks are too many, the first ones are shown. */
export async function fitBlocks(content: readonly Block[], options: FitBlocksOptions): Promise<FittedBlocks> {
  const { bytes: max } = options;
  const sizes = content.map((block) => blockBytes(block, max) + 1);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total <= max) return { content, kept: [] };
  const slots = textSlots(content);
  const texts = new Set(slots.map(({ block }) => block));
  const fixed = sizes.reduce((sum, size, i) => sum + (texts.has(i) ? frameBytes(content[i] as Block) : size), 0);
  const needs = slots.map(({ text }) => jsonBytes(text, max));
  const shares = shareOut(needs, max - fixed);
  if (shares === undefined) return fitFirst(content, sizes, options);

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

/** What each text may take: short ones leave the rest of their share to the others. Undefined where that is too little. */
function shareOut(needs: readonly number[], room: number): readonly number[] | undefined {
  const shares = needs.map(() => 0);
  const order = needs.map((_, i) => i).sort((a, b) => (needs[a] as number) - (needs[b] as number));
  let left = room;
  for (const [done, i] of order.entries()) {
    const share = Math.min(needs[i] as number, Math.floor(left / (order.length - done)));
    if (share < (needs[i] as number) && share < MIN_TEXT) return undefined;
    shares[i] = share;
    left -= share;
  }
  return order.length === 0 ? undefined : shares;
}

/** All blocks as one artifact, and of them the first that fit; images and sounds stay. */
async function fitFirst(
  content: readonly Block[],
  sizes: readonly number[],
  options: FitBlocksOptions,
): Promise<FittedBlocks> {
  const kept = await options.keep(writeJson(content));
  let left = options.bytes - NOTICE_ROOM;
  const shown = content.filter((block, i) => {
    const media = block['type'] === 'image' || block['type'] === 'audio';
    if (!media && (sizes[i] as number) > left) {
      left = Math.min(left, 0);
      return false;
    }
    left -= sizes[i] as number;
    return true;
  });
  const where =
    'artifact_ref' in kept ? `all of them, as JSON: artifact ref="${kept.artifact_ref}"` : 'the rest could not be kept';
  const notice = { type: 'text', text: `[${shown.length} of ${content.length} blocks; ${where}]` };
  return { content: [notice, ...shown], kept: [kept] };
}

function frameBytes(block: Block): number {
  return blockBytes(withText(block, ''), Infinity) - 1;
}
