import type { Measure } from '../base/json/measure.ts';
import { describeBase64 } from './base64.ts';

let segmenter: Intl.Segmenter | undefined;

/** Units before a cut that are examined; graphemes are hardly ever longer. */
const LOOK_BACK = 256;

/** Offset to start from: between characters, and not inside a row of flags, which only decode from its start. */
function lookFrom(text: string, at: number): number {
  let from = Math.max(0, at - LOOK_BACK);
  if (from > 0 && (text.charCodeAt(from) & 0xfc00) === 0xdc00) from--;
  const isFlagHalf = (low: number): boolean =>
    text.charCodeAt(low - 1) === 0xd83c && text.charCodeAt(low) >= 0xdde6 && text.charCodeAt(low) <= 0xddff;
  while (from >= 2 && isFlagHalf(from - 1)) from -= 2;
  return from;
}

/** Returns the last grapheme boundary up to `at`, so that what a reader sees as one character stays whole. */
export function graphemeStart(text: string, at: number): number {
  if (at <= 0) return 0;
  if (at >= text.length) return text.length;
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  // Below U+0300 only CR LF is one grapheme.
  if (before < 0x300 && after < 0x300) return before === 13 && after === 10 ? at - 1 : at;
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const from = lookFrom(text, at);
  const found = segmenter.segment(text.slice(from, at + LOOK_BACK)).containing(at - from);
  return found === undefined ? at : from + found.index;
}

/** Returns the first grapheme boundary from `at` on. */
export function graphemeEnd(text: string, at: number): number {
  const start = graphemeStart(text, at);
  if (start === at || at >= text.length) return Math.min(at, text.length);
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const found = segmenter.segment(text.slice(start, start + 2 * LOOK_BACK)).containing(0);
  return found === undefined ? at : Math.max(at, Math.min(text.length, start + found.segment.length));
}

/** Cuts a text to at most `max` units; a cut text ends in `…`. */
export function cutToChars(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, graphemeStart(text, max - 1))}…`;
}

export interface CutRoom {
  /** Max UTF-16 units, mark included. */
  readonly chars: number;
  /** Max bytes by the measure, quotes included. */
  readonly bytes: number;
}

/** Share of the kept text that comes from the beginning. */
const HEAD_SHARE = 0.7;
/** Below this many units only the beginning is kept. */
const TAIL_FROM = 200;

/**
 * Cuts a text to its beginning and end with `…[+N chars]…` between them; a text that fits stays whole. Base64 is described
 * instead. Undefined if not even `…` fits.
 */
export function cutMiddle(text: string, room: CutRoom, measure: Measure): string | undefined {
  if (text.length <= room.chars && measure.string(text) <= room.bytes) return text;
  const described = describeBase64(text);
  if (described !== undefined && measure.string(`…[${described}]`) <= room.bytes) return `…[${described}]`;
  const mark = (left: number): string => `…[+${left} chars]`;
  const longest = `${mark(text.length)}…`;
  const chars = Math.min(room.chars, text.length) - longest.length;
  const bytes = room.bytes - measure.string(longest);
  if (bytes < 0 || chars < 0) return measure.string('…') <= room.bytes ? '…' : undefined;
  const both = Math.min(chars, bytes / measure.mark) >= TAIL_FROM;
  const head = headWithin(text, both ? chars * HEAD_SHARE : chars, both ? bytes * HEAD_SHARE : bytes, measure);
  if (!both) return text.slice(0, head) + mark(text.length - head);
  const tail = tailWithin(text, chars - head, bytes * (1 - HEAD_SHARE), measure);
  return tail <= head
    ? text.slice(0, head) + mark(text.length - head)
    : `${text.slice(0, head)}${mark(tail - head)}…${text.slice(tail)}`;
}

function headWithin(text: string, chars: number, bytes: number, measure: Measure): number {
  let at = 0;
  for (let used = 0; at < text.length && at < chars; at++) {
    used += measure.charAt(text, at);
    if (used > bytes) break;
  }
  return graphemeStart(text, at);
}

function tailWithin(text: string, chars: number, bytes: number, measure: Measure): number {
  let at = text.length;
  for (let used = 0; at > 0 && text.length - at + 1 <= chars; at--) {
    used += measure.charAt(text, at - 1);
    if (used > bytes) break;
  }
  return graphemeEnd(text, at);
}
