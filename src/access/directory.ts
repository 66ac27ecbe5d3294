import type { Scope } from './scope.ts';

export interface Team {
  readonly id: string;
  readonly name: string;
  /** Input bytes allowed in a calendar month (UTC); null: no bound. */
  readonly monthlyQuotaBytes: number | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** A key as it may be shown: never its secret, which nobody has but its holder. Times are milliseconds since 1970. */
export interface KeyInfo {
  readonly id: string;
  readonly teamId: string;
  readonly teamName: string;
  /** Whose key it is, or what for. */
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly maxBodyBytes: number | null;
  readonly ratePerMinute: number | null;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  /** Written with the ledger, so some seconds late. */
  readonly lastUsedAt: number | null;
}

/** What authentication needs of a key. */
export interface KeyRecord extends KeyInfo {
  /** SHA-256 of the whole key, in hex. */
  readonly hash: string;
  readonly monthlyQuotaBytes: number | null;
  /** Input bytes of the team in the month asked for, as far as the ledger has been written. */
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

/** Teams and keys, wherever they are stored. Every method rejects with a `SqlError` where the storage fails. */
export interface Directory {
  /** Undefined where the name is taken. */
  createTeam(name: string): Promise<Team | undefined>;
  listTeams(): Promise<readonly Team[]>;
  /** A team by its id or its name. */
  findTeam(idOrName: string): Promise<Team | undefined>;
  /** False where there is no such team. */
  setQuota(teamId: string, monthlyQuotaBytes: number | null): Promise<boolean>;
  /** The only time that the key is to be seen. Undefined where there is no such team. */
  createKey(key: NewKey): Promise<{ readonly id: string; readonly key: string } | undefined>;
  /** Newest first; of one team, or of all. */
  listKeys(teamId?: string): Promise<readonly KeyInfo[]>;
  /** Takes effect with the next request. False where there is no such key in that team, or in any. */
  revokeKey(id: string, teamId?: string): Promise<boolean>;
  /** `month` as `2026-11`. */
  findKey(id: string, month: string): Promise<KeyRecord | undefined>;
  hasKeys(): Promise<boolean>;
}
