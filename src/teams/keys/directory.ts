import type { Scope } from './scope.ts';

/**
 * What people who sign in by an identity provider may do: `member` as their team allows, `admin` manage the team, `root`
 * everything.
 */
export const ROLES = ['member', 'admin', 'root'] as const;

export type PersonRole = (typeof ROLES)[number];

/** Whoever signed in by an identity provider. Stored beside the keys, as one that has no secret. */
export interface Person {
  /** The same at each sign-in. */
  readonly id: string;
  readonly teamId: string;
  readonly name: string;
  readonly role: PersonRole;
  readonly scopes: readonly Scope[];
}

export interface EnteredPerson {
  /** When the person was first stored or last restored: sessions from before are over. Milliseconds since 1970. */
  readonly since: number;
  /** Ids of the keys that were revoked. */
  readonly revoked: readonly string[];
}

/** What members of a team may do with keys of their own. */
export interface MemberRules {
  /** Scopes that such a key may have. */
  readonly scopes: readonly Scope[];
  /** Max days that it is valid; null: no limit. */
  readonly keyDays: number | null;
  /** Max valid keys of one member. */
  readonly keys: number;
}

export const DEFAULT_MEMBER_RULES: MemberRules = {
  scopes: ['prune', 'artifacts', 'context', 'keys'],
  keyDays: null,
  keys: 10,
};

/** Times are milliseconds since 1970. */
export interface Team {
  readonly id: string;
  readonly name: string;
  /** Max input bytes per calendar month (UTC); null: no limit. */
  readonly monthlyQuotaBytes: number | null;
  readonly createdAt: number;
  /** When it was archived: its keys are refused, and its data is kept. Null: it is in use. */
  readonly archivedAt: number | null;
  readonly members: MemberRules;
}

export interface TeamChanges {
  readonly name?: string | undefined;
  readonly monthlyQuotaBytes?: number | null | undefined;
  readonly isArchived?: boolean | undefined;
  readonly members?: { readonly [Name in keyof MemberRules]?: MemberRules[Name] | undefined } | undefined;
}

/** A key without its secret, which only its holder has. Times are milliseconds since 1970. */
export interface KeyInfo {
  readonly id: string;
  readonly teamId: string;
  readonly teamName: string;
  /** The key's holder or purpose. */
  readonly name: string;
  /** Keys of one owner are of one person. The id of the first of them, unless another was named. */
  readonly owner: string;
  readonly scopes: readonly Scope[];
  readonly maxBodyBytes: number | null;
  readonly ratePerMinute: number | null;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  /** PersonRole of a person, who has no secret; null for a key. */
  readonly role: PersonRole | null;
  /** Id of the key that it was renewed by; null: it was not. */
  readonly renewedBy: string | null;
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
  /** Default: the key is the first one of its owner. */
  readonly owner?: string | undefined;
  readonly expiresAt?: number | null | undefined;
  readonly maxBodyBytes?: number | null | undefined;
  readonly ratePerMinute?: number | null | undefined;
}

/** The keys that an act may touch: those of a team, or of one owner. Default: all. */
export interface KeyFilter {
  readonly teamId?: string | undefined;
  readonly owner?: string | undefined;
}

/** Orders of a list of keys, and the first one in it. */
export const KEY_ORDERS = ['newest', 'name', 'used', 'expiry'] as const;

export interface KeyQuery extends KeyFilter {
  /** Part of the name, the team's name or the id, upper or lower case (ASCII). Default: any. */
  readonly search?: string | undefined;
  /** True: only revoked and expired keys; false: only others. Default: both. */
  readonly isOver?: boolean | undefined;
  /** Default: newest. */
  readonly order?: (typeof KEY_ORDERS)[number] | undefined;
  /** Default: all. */
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

export interface KeyList {
  readonly keys: readonly KeyInfo[];
  /** Number of keys without limit and offset. */
  readonly total: number;
}

/** A new key with its secret, which is never shown again. */
export interface MadeKey {
  readonly id: string;
  readonly key: string;
}

/** Stores teams and keys. Every method rejects with a `SqlError` if the storage fails. */
export interface Directory {
  /** Undefined if the name is taken. */
  createTeam(name: string, monthlyQuotaBytes?: number | null): Promise<Team | undefined>;
  listTeams(): Promise<readonly Team[]>;
  /** Finds a team by id or name. */
  findTeam(idOrName: string): Promise<Team | undefined>;
  /** Returns the changed team; `taken` if another team has the name. */
  changeTeam(teamId: string, changes: TeamChanges): Promise<Team | 'unknown' | 'taken'>;
  /**
   * Deletes a team with its keys and their usage, and revokes the keys of its people in other teams. Returns the ids of
   * these; undefined if there is no such team.
   */
  deleteTeam(teamId: string): Promise<readonly string[] | undefined>;
  /** Undefined if there is no such team. */
  createKey(key: NewKey): Promise<MadeKey | undefined>;
  /**
   * Makes a key like another one, for as long a time, and lets the other one expire after `overlapMs` at the latest.
   * Undefined if there is no such valid key, or it was renewed before.
   */
  renewKey(id: string, overlapMs: number, of?: KeyFilter): Promise<MadeKey | undefined>;
  /** Newest first. */
  listKeys(of?: KeyFilter): Promise<readonly KeyInfo[]>;
  searchKeys(query: KeyQuery): Promise<KeyList>;
  getKey(id: string): Promise<KeyInfo | undefined>;
  /** Names of keys and people, by id. */
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Revokes a key, and with a person all keys of that person, in all teams. Takes effect with the next request. Returns their ids; empty
   * if there is no such key.
   */
  revokeKey(id: string, of?: KeyFilter): Promise<readonly string[]>;
  /**
   * Stores a person at a sign-in. Revokes the keys of the former team, and for a role other than `root` all of other teams
   * and all with a scope that the person does not have. Undefined if the person was removed, or there is no such team.
   */
  enterPerson(person: Person): Promise<EnteredPerson | undefined>;
  /** Lets a removed person sign in again. False if there is none. */
  restorePerson(id: string, of?: KeyFilter): Promise<boolean>;
  /** `month` as `2026-11`. Undefined also if its team is archived. With `isUrgent`, a storage that answers late fails soon. */
  findKey(id: string, month: string, isUrgent?: boolean): Promise<KeyRecord | undefined>;
  hasKeys(): Promise<boolean>;
}
