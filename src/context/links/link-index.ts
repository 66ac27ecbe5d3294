import type { WorkingSegment } from '../segment.ts';
import { numberKeys } from './key-numbers.ts';
import { startsOf } from './starts-of.ts';

/**
 * Links of many segments, with keys as numbers from 0. Segment `s` provides `provided[i]` for `providedFrom[s] <= i <
 * providedFrom[s + 1]`, and mentions `mentioned[i]` likewise. Mentioned keys that no segment provides are left out.
 */
export interface LinkIndex {
  readonly keys: number;
  readonly provided: Int32Array;
  readonly providedFrom: Int32Array;
  readonly mentioned: Int32Array;
  readonly mentionedFrom: Int32Array;
}

/** Builds the index with one lookup per link; everything after that works on numbers. */
export function indexLinks(segments: readonly Pick<WorkingSegment, 'links'>[]): LinkIndex {
  const { provided, providedFrom, mentioned, mentionedFrom } = flatLinks(segments);
  const { count, given, asked } = numberKeys(provided, mentioned);
  let found = 0;
  for (let at = 0; at < segments.length; at++) {
    const [first, end] = [mentionedFrom[at] as number, mentionedFrom[at + 1] as number];
    mentionedFrom[at] = found;
    for (let i = first; i < end; i++) if ((asked[i] as number) >= 0) asked[found++] = asked[i] as number;
  }
  mentionedFrom[segments.length] = found;
  return { keys: count, provided: given, providedFrom, mentioned: asked.subarray(0, found), mentionedFrom };
}

/** Flattens the links of all segments into one list. */
function flatLinks(segments: readonly Pick<WorkingSegment, 'links'>[]): Omit<LinkIndex, 'keys'> {
  const providedFrom = new Int32Array(segments.length + 1);
  const mentionedFrom = new Int32Array(segments.length + 1);
  for (let at = 0; at < segments.length; at++) {
    const { links } = segments[at] as WorkingSegment;
    const provides = links[0] ?? 0;
    providedFrom[at + 1] = (providedFrom[at] as number) + provides;
    mentionedFrom[at + 1] = (mentionedFrom[at] as number) + Math.max(0, links.length - 1 - provides);
  }
  const provided = new Int32Array(providedFrom[segments.length] as number);
  const mentioned = new Int32Array(mentionedFrom[segments.length] as number);
  let [p, m] = [0, 0];
  for (let at = 0; at < segments.length; at++) {
    const { links } = segments[at] as WorkingSegment;
    const provides = links[0] ?? 0;
    for (let i = 1; i <= provides; i++) provided[p++] = links[i] as number;
    for (let i = provides + 1; i < links.length; i++) mentioned[m++] = links[i] as number;
  }
  return { provided, providedFrom, mentioned, mentionedFrom };
}

/** Lists the segments that mention each key: `by[i]` for `from[key] <= i < from[key + 1]`, ascending. */
export function invertMentions({ keys, mentioned, mentionedFrom }: LinkIndex): {
  readonly by: Int32Array;
  readonly from: Int32Array;
} {
  const from = startsOf(mentioned, keys);
  const next = from.slice();
  const by = new Int32Array(mentioned.length);
  for (let at = 0; at + 1 < mentionedFrom.length; at++) {
    for (let i = mentionedFrom[at] as number; i < (mentionedFrom[at + 1] as number); i++) {
      const key = mentioned[i] as number;
      by[next[key] as number] = at;
      next[key] = (next[key] as number) + 1;
    }
  }
  return { by, from };
}
