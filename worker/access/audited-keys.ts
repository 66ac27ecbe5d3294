import { type Audit, beyond } from '../../src/teams/keys/audit.ts';
import type { Directory, NewKey } from '../../src/teams/keys/directory.ts';
import type { Principal } from '../../src/teams/keys/principal.ts';

/** Creates and revokes keys, and records who did it. */
export type AuditedKeys = ReturnType<typeof createAuditedKeys>;

/**
 * Wraps key management with an audit trail. A key with scope `admin` may create one with more rights than itself; the
 * trail says so.
 */
export function createAuditedKeys(directory: Directory, audit: Audit) {
  return {
    async create(by: Principal, key: NewKey): ReturnType<Directory['createKey']> {
      const made = await directory.createKey(key);
      if (made !== undefined) {
        const { teamId: team, scopes } = key;
        const about = { byTeam: by.team, byKey: by.key, team, key: made.id, scopes };
        await audit({ action: 'key.created', ...about, beyond: beyond(by, key) });
      }
      return made;
    },
    async revoke(by: Principal, id: string, team?: string): Promise<boolean> {
      const revoked = await directory.revokeKey(id, team);
      const about = { byTeam: by.team, byKey: by.key, team: team ?? null, key: id, scopes: [], beyond: [] };
      if (revoked) await audit({ action: 'key.revoked', ...about });
      return revoked;
    },
  };
}
