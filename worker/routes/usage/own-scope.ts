import type { Principal } from '../../../src/teams/keys/principal.ts';
import type { LedgerScope } from '../../../src/teams/usage/ledger-query.ts';

/** Returns the widest part of the ledger that a principal may see. */
export function ownScope({ kind, team, owner, scopes }: Principal): LedgerScope {
  switch (kind) {
    case 'root':
      return { kind: 'all' };
    case 'local':
      return { kind: 'team', team };
    case 'key':
      return scopes.has('admin') || scopes.has('read') ? { kind: 'team', team } : { kind: 'owner', team, owner };
  }
}
