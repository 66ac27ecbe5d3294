import { createHash } from 'node:crypto';

export type Half = 'fitting' | 'held-out';

/** The half an output belongs to, by a hash of its id: more outputs never move one that is there. */
export function halfOf(id: string): Half {
  return (createHash('sha256').update(id).digest()[0] as number) % 2 === 0 ? 'fitting' : 'held-out';
}
