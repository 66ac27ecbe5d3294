import type { NewKey } from './directory.ts';
import type { Principal } from './principal.ts';

/** Something that was done to a key. */
export interface AuditEntry {
  readonly action: 'key.created' | 'key.revoked';
  /** Ids of who did it: `root` for the administrator. */
  readonly byTeam: string;
  readonly byKey: string;
  /** The key's team; null where nobody looked. */
  readonly team: string | null;
  readonly key: string;
  readonly scopes: readonly string[];
  /** What the new key may do that its maker may not: scopes, and the names of bounds that it has not. */
  readonly beyond: readonly string[];
}

/** Takes entries. Must not throw: what was done is done. */
export type Audit = (entry: AuditEntry) => Promise<void>;

/** What a key that `maker` makes may do beyond its maker. The administrator may do everything. */
export function beyond(maker: Principal, made: Omit<NewKey, 'teamId' | 'name'>): readonly string[] {
  if (maker.kind === 'root') return [];
  const scopes = made.scopes.filter((scope) => !maker.scopes.has(scope));
  const { maxBodyBytes, ratePerMinute } = maker;
  const isMore = (own: number | null, its: number | null | undefined): boolean =>
    own !== null && (its === null || its === undefined || its > own);
  return [
    ...scopes,
    ...(isMore(maxBodyBytes, made.maxBodyBytes) ? ['max_body_bytes'] : []),
    ...(isMore(ratePerMinute, made.ratePerMinute) ? ['rate_per_minute'] : []),
  ];
}
