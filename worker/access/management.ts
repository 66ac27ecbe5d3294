import type { Context } from 'hono';
import type { JsonObject } from '../../src/base/json/json-object.ts';
import { type AuditAction, type AuditEntry, beyond } from '../../src/teams/keys/audit.ts';
import type {
  Directory,
  KeyFilter,
  KeyInfo,
  MadeKey,
  NewKey,
  Team,
  TeamChanges,
} from '../../src/teams/keys/directory.ts';
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
export function createManagement(deps: ManagementDeps) {
  const record: Recorder = ({ principal: { team: byTeam, key: byKey }, address, requestId }, action, said) => {
    const { team = null, key = '', ...about } = said;
    return deps.audit({ action, byTeam, byKey, address, requestId, team, key, about });
  };
  return { record, ...teamActs(deps, record), ...keyActs(deps, record) };
}

/** Records an act, with what it was done to. */
type Recorder = (
  actor: Actor<Pick<Principal, 'team' | 'key'>>,
  action: AuditAction,
  said: JsonObject & { readonly team?: string | null; readonly key?: string },
) => Promise<void>;

function teamActs({ directory, erase }: ManagementDeps, record: Recorder) {
  return {
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
      // First its keys are refused, so that nothing is stored any more. The team goes last: if erasing fails, it is there
      // for another try.
      await directory.changeTeam(team.id, { isArchived: true });
      await erase(team.id);
      const revoked = await directory.deleteTeam(team.id);
      if (revoked !== undefined) await record(by, 'team.deleted', { team: team.id, name: team.name, revoked });
      return revoked !== undefined;
    },
  };
}

function keyActs({ directory }: ManagementDeps, record: Recorder) {
  return {
    async createKey(by: Actor, key: NewKey): Promise<MadeKey | undefined> {
      const made = await directory.createKey(key);
      const { teamId: team, name, scopes } = key;
      if (made !== undefined)
        await record(by, 'key.created', { team, key: made.id, name, scopes, beyond: beyond(by.principal, key) });
      return made;
    },
    async renewKey(by: Actor, id: string, overlapMs: number, of: KeyFilter): Promise<MadeKey | undefined> {
      const key = await directory.getKey(id);
      const made = await directory.renewKey(id, overlapMs, of);
      if (made !== undefined) await record(by, 'key.renewed', { team: key?.teamId ?? null, key: id, by: made.id });
      return made;
    },
    /** Revokes a key, or removes a person with all keys. */
    async revokeKey(by: Actor, { id, teamId: team, name, role }: KeyInfo): Promise<boolean> {
      const revoked = await directory.revokeKey(id, { teamId: team });
      if (revoked.length === 0) return false;
      const keys = revoked.filter((one) => one !== id);
      if (role === null) await record(by, 'key.revoked', { team, key: id });
      else await record(by, 'person.removed', { team, key: id, name, keys });
      return true;
    },
    async restorePerson(by: Actor, { id, teamId: team, name }: KeyInfo): Promise<boolean> {
      const isRestored = await directory.restorePerson(id, { teamId: team });
      if (isRestored) await record(by, 'person.restored', { team, key: id, name });
      return isRestored;
    },
  };
}

/** Lists the fields of a team that have changed, each with its old and new value. */
function changed(before: Team, after: Team): JsonObject {
  const names = ['name', 'monthlyQuotaBytes', 'archivedAt', 'members'] as const;
  const pairs = names.map((name) => [name, [before[name], after[name]]] as const);
  return Object.fromEntries(pairs.filter(([, [was, is]]) => JSON.stringify(was) !== JSON.stringify(is)));
}
