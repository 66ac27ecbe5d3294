import { createHash } from 'node:crypto';

export type Half = 'fitting' | 'held-out';

/** Returns the half that an output belongs to, by a hash of its id. So adding outputs never moves an existing one. */
export function halfOf(id: string): Half {
  return (createHash('sha256').update(id).digest()[0] as number) % 2 === 0 ? 'fitting' : 'held-out';
}
