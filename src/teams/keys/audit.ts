import type { NewKey } from './directory.ts';
import type { Principal } from './principal.ts';

/** An action on a key. */
export interface AuditEntry {
  readonly action: 'key.created' | 'key.revoked';
  /** Ids of the actor; `root` for the administrator. */
  readonly byTeam: string;
  readonly byKey: string;
  /** The key's team; null if it was not looked up. */
  readonly team: string | null;
  readonly key: string;
  readonly scopes: readonly string[];
  /** Rights of the new key that its maker lacks: scopes, and names of limits that it does not have. */
  readonly beyond: readonly string[];
}

/** Receives audit entries. Must not throw, because the action is already done. */
export type Audit = (entry: AuditEntry) => Promise<void>;

/** Lists the rights of a key made by `maker` that `maker` itself lacks. The administrator lacks none. */
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
