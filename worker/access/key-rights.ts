import { PERSON } from '../../src/teams/keys/api-key.ts';
import type { KeyFilter, KeyInfo, NewKey, Team } from '../../src/teams/keys/directory.ts';
import type { Principal } from '../../src/teams/keys/principal.ts';

/**
 * Returns the keys that a principal manages: the administrator all, scope `admin` those of its team, scope `keys` those
 * of its owner. Undefined: none.
 */
export function managedKeys({ kind, team, owner, scopes }: Principal): KeyFilter | undefined {
  if (kind === 'root') return {};
  if (kind !== 'key') return undefined;
  if (scopes.has('admin')) return { teamId: team };
  return scopes.has('keys') ? { teamId: team, owner } : undefined;
}

/** True for a key that a filter names. */
export const isAmong = (key: KeyInfo, { teamId = key.teamId, owner = key.owner }: KeyFilter): boolean =>
  key.teamId === teamId && key.owner === owner;

/** True if a principal may revoke a key, or remove or restore a person. */
export function mayRevoke(by: Principal, key: KeyInfo): boolean {
  const managed = managedKeys(by);
  if (managed === undefined || !isAmong(key, managed)) return false;
  if (key.role === null || by.kind === 'root') return true;
  return key.role !== 'root' && managed.owner === undefined;
}

/** What is wrong with a wanted key: the field, by its name in `NewKey`, and why. */
export interface WrongKey {
  readonly field: 'scopes' | 'expiresAt' | 'name' | 'owner';
  readonly why: string;
}

export interface WantedKey {
  readonly by: Principal;
  readonly key: NewKey;
  readonly team: Team;
  /** Keys of the owner, if `by` manages only its own. */
  readonly own: readonly KeyInfo[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

const DAY_MS = 86_400_000;

/**
 * Returns the key that may be made: as wanted, and for a member's own key within the rules of the team and the limits of
 * the member's present key.
 */
export function allowedKey({ by, key, team, own, now }: WantedKey): NewKey | WrongKey {
  // It sees the series of all teams.
  if (by.kind !== 'root' && key.scopes.includes('metrics'))
    return { field: 'scopes', why: 'Only the administrator may create a key with the scope "metrics"' };
  if (isOfAnother(by, key)) return { field: 'owner', why: 'Keys of a person are made by that person alone' };
  // What a person makes ends with the person, unless it is of another owner by name.
  const mine = { ...key, owner: key.owner ?? (by.owner.startsWith(PERSON) ? by.owner : undefined) };
  if (by.kind === 'root' || by.scopes.has('admin')) return mine;
  const { scopes, keyDays, keys } = team.members;
  const extra = key.scopes.find((scope) => !scopes.includes(scope));
  if (extra !== undefined) return { field: 'scopes', why: `The team allows own keys only ${scopes.join(', ')}` };
  const latest = keyDays === null ? null : now + keyDays * DAY_MS;
  if (latest !== null && key.expiresAt && key.expiresAt > latest)
    return { field: 'expiresAt', why: `The team allows own keys for at most ${keyDays} days` };
  if (own.filter((one) => isValid(one, now)).length >= keys)
    return { field: 'name', why: `The team allows at most ${keys} valid keys of one owner: revoke one first` };
  const least = (mine: number | null, wanted: number | null | undefined): number | null =>
    mine === null ? (wanted ?? null) : Math.min(mine, wanted ?? mine);
  return {
    ...key,
    owner: by.owner,
    expiresAt: key.expiresAt ?? latest,
    maxBodyBytes: least(by.maxBodyBytes, key.maxBodyBytes),
    ratePerMinute: least(by.ratePerMinute, key.ratePerMinute),
  };
}

/** True for a key that ends with another person, whose secret nobody else may learn. */
export const isOfAnother = (by: Principal, { owner }: Pick<NewKey, 'owner'>): boolean =>
  owner?.startsWith(PERSON) === true && owner !== by.owner;

/** True if the rights of a key may be given to its successor, whose secret `by` learns. */
export function mayRenew(by: Principal, key: KeyInfo, team: Team): boolean {
  const { kind, scopes } = by;
  if (isOfAnother(by, key)) return false;
  if (kind === 'root') return true;
  if (scopes.has('admin')) return !key.scopes.includes('metrics');
  return key.scopes.every((scope) => scopes.has(scope) || team.members.scopes.includes(scope));
}

/** True for a key with a secret that is neither revoked nor expired, nor about to be replaced. */
const isValid = ({ role, revokedAt, expiresAt, renewedBy }: KeyInfo, now: number): boolean =>
  role === null && revokedAt === null && renewedBy === null && (expiresAt === null || expiresAt > now);
