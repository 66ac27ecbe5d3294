import type { ArtifactStore } from '../../artifacts/artifact-store.ts';
import { jsonBytes } from '../../base/json/json-bytes.ts';
import { writeJson } from '../../base/json/json-number.ts';
import type { JsonObject } from '../../base/json/json-object.ts';
import { readJson } from '../../base/json/read-json.ts';
import { utf8Bytes } from '../../base/json/utf8-bytes.ts';
import { describeBase64 } from '../../text/base64.ts';
import { inTurns, type Pause } from '../../text/cooperative-task.ts';
import { cutToChars } from '../../text/cut-text.ts';
import type { KeptText } from '../../text/kept-text.ts';
import { cutNotice, notice, whereabouts } from '../../text/notice.ts';
import { shareBytes } from '../../text/share-bytes.ts';
import { createSummary } from '../../text/summary.ts';
import { type FittedLines, fitLinesSteps } from '../fit-lines.ts';
import { wrapResponse } from '../wrap-response.ts';
import type { Block } from './any-tool-result.ts';
import { blockBytes, isMedia } from './result-bytes.ts';
import { textSlots, withText } from './text-slots.ts';

interface FitTextOptions {
  /** Max UTF-8 bytes of the text as a JSON string. */
  readonly bytes: number;
  /** Name of the tool, used in the summary. */
  readonly tool: string;
  readonly question: string | undefined;
  readonly failed: boolean;
  /** Set if the original is already stored; otherwise `keep` stores it. */
  readonly kept: KeptText | undefined;
  /** Stores the original before anything is cut. */
  readonly keep: (text: string) => Promise<KeptText>;
  /** Awaited before each part of the work on a large text. */
  readonly pause: Pause;
}

interface FittedText {
  readonly text: string;
  readonly kept: KeptText;
}

/** Min bytes of a shaped response. */
const MIN_RESPONSE = 1024;
/** Approximate bytes around a shaped response's text in its result. */
const AROUND = 64;

/**
 * Fits a text into a budget. JSON becomes a shaped response; of other texts the first and last lines and error lines
 * stay.
 */
export async function fitText(text: string, options: FitTextOptions): Promise<FittedText> {
  const { bytes, keep } = options;
  const keeping = options.kept ?? keep(text);
  const described = describeBase64(text);
  if (described !== undefined) {
    const kept = await keeping;
    return { text: notice(`${described}, not shown`, whereabouts(kept)) ?? '', kept };
  }
  const data = bytes >= MIN_RESPONSE ? jsonOf(text) : undefined;
  // Select lines while the text is being stored.
  const steps = data === undefined ? fitLinesSteps(text, { bytes: Math.max(0, bytes - NOTICES) }) : undefined;
  const lines = steps && (await inTurns(steps, options.pause));
  const kept = await keeping;
  if (lines !== undefined) return { text: withNotices(lines, text, kept), kept };
  return { text: await fitJson(data as object, kept, options), kept };
}

/** Bytes of both notices and the line breaks next to them. */
const NOTICES = 2 * 160;

/** Puts the notice at both ends, because hosts cut the middle. */
function withNotices({ text, shownLines, totalLines }: FittedLines, whole: string, kept: KeptText): string {
  // If every line is shown, one of them is cut.
  const shown =
    shownLines < totalLines
      ? `${shownLines} of ${totalLines} lines`
      : `${utf8Bytes(text)} of ${utf8Bytes(whole)} bytes`;
  const said = cutNotice(shown, kept);
  return [said, text, said].join('\n');
}

async function fitJson(
  data: object,
  kept: KeptText,
  { bytes, tool, question, failed }: FitTextOptions,
): Promise<string> {
  const { content } = await wrapResponse(data, {
    summary: summaryOf(tool, data),
    success: !failed,
    fill: true,
    limits: { maxBytes: Math.max(MIN_RESPONSE, bytes - AROUND) },
    artifacts: putKept(kept),
    question,
    whole: data,
    structured: false,
  });
  const [block] = content;
  return block?.type === 'text' ? block.text : '';
}

/**
 * Returns a store that reports the artifact of the original text, because a response would store the same content
 * again.
 */
function putKept(kept: KeptText): Pick<ArtifactStore, 'put'> | undefined {
  if (!('artifact_ref' in kept)) return undefined;
  const { artifact_ref: ref, bytes } = kept;
  const info = { ref, domain: '', id: '', mimeType: 'application/json', bytes, createdAt: 0, expiresAt: 0 };
  return { put: async () => info };
}

function summaryOf(tool: string, data: object): string {
  if (Array.isArray(data)) return createSummary(tool, { count: data.length });
  const lists = Object.entries(data).filter(([, value]) => Array.isArray(value));
  const [only] = lists;
  if (lists.length !== 1 || only === undefined) return `${tool}: ${Object.keys(data).slice(0, 5).join(', ')}`;
  return createSummary(`${tool}: ${only[0]}`, { count: (only[1] as unknown[]).length });
}

function jsonOf(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return readJson(text) as object;
  } catch {
    return undefined;
  }
}

/** Max UTF-16 units of each text in a link, and max bytes of its other values. The fields in `KEPT` have no limit. */
const MAX_CHARS = 200;
const KEPT = ['type', 'uri', 'name', 'mimeType', 'size'] as const;

/**
 * Returns a short form of a block, with its URI, name and type: an embedded file becomes a link, and a link loses long
 * texts. Images and other blocks are returned unchanged.
 */
export function compactBlock(block: Block): Block {
  const short = block['type'] === 'resource_link' ? shortLink(block) : linkTo(block);
  return short !== undefined && jsonBytes(short, Infinity) < jsonBytes(block, Infinity) ? short : block;
}

/** Returns a link to an embedded file; undefined for other blocks, and for one without a URI. */
function linkTo({ type, resource: given, ...around }: Block): Block | undefined {
  const resource = (type === 'resource' ? given : undefined) as JsonObject | null | undefined;
  const { blob, uri, name, ...rest } = resource ?? {};
  if (typeof blob !== 'string' || typeof uri !== 'string' || isMedia({ type, resource: given })) return undefined;
  const size = Math.floor((blob.replace(/=+$/, '').length * 3) / 4);
  return shortLink({
    ...rest,
    ...around,
    type: 'resource_link',
    uri,
    name: typeof name === 'string' ? name : uri,
    size,
  });
}

function shortLink(link: Block): Block {
  const entries = Object.entries(link).map(([key, value]) => {
    if ((KEPT as readonly string[]).includes(key)) return [key, value] as const;
    if (typeof value === 'string') return [key, cutToChars(value, MAX_CHARS)] as const;
    return [key, jsonBytes(value ?? null, MAX_CHARS) > MAX_CHARS ? undefined : value] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

export interface FitBlocksOptions extends Pick<FitTextOptions, 'pause'> {
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

const frameBytes = (block: Block): number => blockBytes(withText(block, ''), Infinity) - 1;
