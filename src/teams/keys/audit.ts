import type { JsonObject } from '../../base/json/json-object.ts';
import type { NewKey } from './directory.ts';
import type { Principal } from './principal.ts';

/** What people do to teams, keys and sessions. A refused session is a failed sign-in. */
export type AuditAction =
  | 'team.created'
  | 'team.changed'
  | 'team.deleted'
  | 'key.created'
  | 'key.renewed'
  | 'key.revoked'
  | 'person.removed'
  | 'person.restored'
  | 'session.began'
  | 'session.ended'
  | 'session.refused';

/** An act, and who did it from where. */
export interface AuditEntry {
  readonly action: AuditAction;
  /** Ids of the actor; `root` for the administrator, empty if nobody was identified. */
  readonly byTeam: string;
  readonly byKey: string;
  /** Address of the client; null if the host does not know it. */
  readonly address: string | null;
  readonly requestId: string;
  /** The team that it was done to; null if there is none, or it was not looked up. */
  readonly team: string | null;
  /** Id of the key that it was done to; empty if there is none. */
  readonly key: string;
  /** What was done, e.g. `{"scopes": ["prune"]}`, or `{"name": ["Blue", "Azure"]}` for a change. Holds no secret. */
  readonly about: JsonObject;
}

/** An entry as it is stored. */
export interface StoredAuditEntry extends AuditEntry {
  /** Larger than that of every earlier entry. */
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface AuditQuery {
  /** Undefined: all teams. */
  readonly team?: string | undefined;
  /** Milliseconds since 1970; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  /** Only entries with a smaller id. */
  readonly before?: number | undefined;
  /** Max entries. */
  readonly limit: number;
}

/** Stores entries, which never change. Every method rejects with a `SqlError` if the storage fails. */
export interface AuditTrail {
  write(entry: AuditEntry): Promise<void>;
  /** Newest first. */
  read(query: AuditQuery): Promise<readonly StoredAuditEntry[]>;
  /** Deletes entries past their retention, by the storage's clock. */
  expire(): Promise<void>;
}

/**
 * Lists the rights of a key made by `maker` that `maker` itself lacks: scopes, and names of limits that it does not
 * have. The administrator lacks none.
 */
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
