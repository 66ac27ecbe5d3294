import type { Context } from 'hono';
import type { JsonObject } from '../../src/base/json/json-object.ts';
import { type AuditAction, type AuditEntry, beyond } from '../../src/teams/keys/audit.ts';
import type { Directory, KeyFilter, MadeKey, NewKey, Team, TeamChanges } from '../../src/teams/keys/directory.ts';
import type { Principal } from '../../src/teams/keys/principal.ts';
import { clientAddress } from '../http/client-address.ts';
import type { WorkerContext } from '../http/worker-context.ts';

/** Who acts, from where, by which request. */
export interface Actor<Who = Principal> {
  readonly principal: Who;
  readonly address: string | null;
  readonly requestId: string;
}

/** Returns the actor of an authenticated request. */
export const actorOf = <Env extends WorkerContext>(c: Context<Env>): Actor => withAddress(c, c.get('principal'));

/** Returns an actor who is not identified by the request. */
export const withAddress = <Env extends WorkerContext, Who>(c: Context<Env>, principal: Who): Actor<Who> => ({
  principal,
  address: clientAddress(c) ?? null,
  requestId: c.get('requestId'),
});

export interface ManagementDeps {
  readonly directory: Directory;
  /** Must not reject, because the act is already done. */
  readonly audit: (entry: AuditEntry) => Promise<void>;
  /** Deletes everything that a team has stored: artifacts, context, cached answers. */
  readonly erase: (teamId: string) => Promise<void>;
}

/** Manages teams and keys. Whoever calls it has checked what the actor may do. */
export type Management = ReturnType<typeof createManagement>;

/**
 * Wraps the management of teams and keys with an audit trail. A key with scope `admin` may create one with more rights
 * than itself; the trail says so.
 */
export function createManagement({ directory, audit, erase }: ManagementDeps) {
  const record = (
    { principal: { team: byTeam, key: byKey }, address, requestId }: Actor<Pick<Principal, 'team' | 'key'>>,
    action: AuditAction,
    { team = null, key = '', ...about }: JsonObject & { readonly team?: string | null; readonly key?: string },
  ): Promise<void> => audit({ action, byTeam, byKey, address, requestId, team, key, about });

  return {
    record,
    async createTeam(by: Actor, name: string, monthlyQuotaBytes: number | null): Promise<Team | undefined> {
      const team = await directory.createTeam(name, monthlyQuotaBytes);
      if (team !== undefined) {
        const { id, name: named } = team;
        await record(by, 'team.created', { team: id, name: named, monthly_quota_bytes: monthlyQuotaBytes });
      }
      return team;
    },
    async changeTeam(by: Actor, id: string, changes: TeamChanges): Promise<Team | 'unknown' | 'taken'> {
      const before = await directory.findTeam(id);
      const after = before === undefined ? 'unknown' : await directory.changeTeam(before.id, changes);
      if (before !== undefined && typeof after === 'object')
        await record(by, 'team.changed', { team: before.id, ...changed(before, after) });
      return after;
    },
    async deleteTeam(by: Actor, team: Team): Promise<boolean> {
      // First the keys, so that nothing is stored any more.
      const isDeleted = await directory.deleteTeam(team.id);
      await erase(team.id);
      if (isDeleted) await record(by, 'team.deleted', { team: team.id, name: team.name });
      return isDeleted;
    },
    async createKey(by: Actor, key: NewKey): Promise<MadeKey | undefined> {
      const made = await directory.createKey(key);
      const { teamId: team, name, scopes } = key;
      if (made !== undefined)
        await record(by, 'key.created', { team, key: made.id, name, scopes, beyond: beyond(by.principal, key) });
      return made;
    },
    async renewKey(by: Actor, id: string, overlapMs: number, of: KeyFilter): Promise<MadeKey | undefined> {
      const made = await directory.renewKey(id, overlapMs, of);
      if (made !== undefined) await record(by, 'key.renewed', { team: of.teamId ?? null, key: id, by: made.id });
      return made;
    },
    async revokeKey(by: Actor, id: string, of: KeyFilter): Promise<boolean> {
      const isRevoked = await directory.revokeKey(id, of);
      if (isRevoked) await record(by, 'key.revoked', { team: of.teamId ?? null, key: id });
      return isRevoked;
    },
  };
}

/** Lists the fields of a team that have changed, each with its old and new value. */
function changed(before: Team, after: Team): JsonObject {
  const names = ['name', 'monthlyQuotaBytes', 'archivedAt', 'members'] as const;
  const pairs = names.map((name) => [name, [before[name], after[name]]] as const);
  return Object.fromEntries(pairs.filter(([, [was, is]]) => JSON.stringify(was) !== JSON.stringify(is)));
}
