import type { Scope } from './scope.ts';

export interface Team {
  readonly id: string;
  readonly name: string;
  /** Max input bytes per calendar month (UTC); null: no limit. */
  readonly monthlyQuotaBytes: number | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** A key without its secret, which only its holder has. Times are milliseconds since 1970. */
export interface KeyInfo {
  readonly id: string;
  readonly teamId: string;
  readonly teamName: string;
  /** The key's holder or purpose. */
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly maxBodyBytes: number | null;
  readonly ratePerMinute: number | null;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  /** Written with the ledger, so a few seconds late. */
  readonly lastUsedAt: number | null;
}

/** A key with the fields that authentication needs. */
export interface KeyRecord extends KeyInfo {
  /** SHA-256 of the whole key, in hex. */
  readonly hash: string;
  /** Milliseconds until it expires, by the storage's clock; null: never. */
  readonly leftMs: number | null;
  readonly monthlyQuotaBytes: number | null;
  /** Input bytes of the team in the requested month that the ledger has already written. */
  readonly usedBytes: number;
}

export interface NewKey {
  readonly teamId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt?: number | null | undefined;
  readonly maxBodyBytes?: number | null | undefined;
  readonly ratePerMinute?: number | null | undefined;
}

/** Stores teams and keys. Every method rejects with a `SqlError` if the storage fails. */
export interface Directory {
  /** Undefined if the name is taken. */
  createTeam(name: string): Promise<Team | undefined>;
  listTeams(): Promise<readonly Team[]>;
  /** Finds a team by id or name. */
  findTeam(idOrName: string): Promise<Team | undefined>;
  /** False if there is no such team. */
  setQuota(teamId: string, monthlyQuotaBytes: number | null): Promise<boolean>;
  /** Returns the key itself, which is never shown again. Undefined if there is no such team. */
  createKey(key: NewKey): Promise<{ readonly id: string; readonly key: string } | undefined>;
  /** Newest first; of one team, or of all. */
  listKeys(teamId?: string): Promise<readonly KeyInfo[]>;
  /** Takes effect with the next request. False if the team (or any team, by default) has no such key. */
  revokeKey(id: string, teamId?: string): Promise<boolean>;
  /** `month` as `2026-11`. With `isUrgent`, a storage that answers late fails soon. */
  findKey(id: string, month: string, isUrgent?: boolean): Promise<KeyRecord | undefined>;
  hasKeys(): Promise<boolean>;
}
