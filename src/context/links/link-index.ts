import type { WorkingSegment } from '../segment.ts';
import { createKeyNumbers } from './key-numbers.ts';

/**
 * The links of many segments by number: segment `s` provides `provided[i]` and mentions `mentioned[i]` for i from
 * `…From[s]` up to `…From[s + 1]`. Keys are numbered from 0; those that nobody provides are left out.
 */
export interface LinkIndex {
  readonly keys: number;
  readonly provided: Int32Array;
  readonly providedFrom: Int32Array;
  readonly mentioned: Int32Array;
  readonly mentionedFrom: Int32Array;
}

/** One look-up a link; all else about links goes by number. */
export function indexLinks(segments: readonly Pick<WorkingSegment, 'links'>[]): LinkIndex {
  let [provides, mentions] = [0, 0];
  for (let at = 0; at < segments.length; at++) {
    const { links } = segments[at] as WorkingSegment;
    provides += links[0] ?? 0;
    mentions += Math.max(0, links.length - 1 - (links[0] ?? 0));
  }
  const numbers = createKeyNumbers(provides);
  const provided = new Int32Array(provides);
  const mentioned = new Int32Array(mentions);
  const providedFrom = new Int32Array(segments.length + 1);
  const mentionedFrom = new Int32Array(segments.length + 1);
  let [p, m] = [0, 0];
  for (let at = 0; at < segments.length; at++) {
    const { links } = segments[at] as WorkingSegment;
    for (let i = 1; i <= (links[0] ?? 0); i++) provided[p++] = numbers.add(links[i] as number);
    providedFrom[at + 1] = p;
  }
  for (let at = 0; at < segments.length; at++) {
    const { links } = segments[at] as WorkingSegment;
    for (let i = (links[0] ?? 0) + 1; i < links.length; i++) {
      const key = numbers.find(links[i] as number);
      if (key >= 0) mentioned[m++] = key;
    }
    mentionedFrom[at + 1] = m;
  }
  return { keys: numbers.size, provided, providedFrom, mentioned: mentioned.subarray(0, m), mentionedFrom };
}

/** Who mentions each key: segments `by[i]` for i from `from[key]` up to `from[key + 1]`, in their order. */
export function invertMentions({ keys, mentioned, mentionedFrom }: LinkIndex): {
  readonly by: Int32Array;
  readonly from: Int32Array;
} {
  const from = new Int32Array(keys + 1);
  for (let i = 0; i < mentioned.length; i++) {
    const key = mentioned[i] as number;
    from[key + 1] = (from[key + 1] as number) + 1;
  }
  for (let key = 0; key < keys; key++) from[key + 1] = (from[key + 1] as number) + (from[key] as number);
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
