import type { Directory, PersonRole } from '../../src/teams/keys/directory.ts';
import { SCOPES, type Scope } from '../../src/teams/keys/scope.ts';
import type { ProviderSettings } from '../settings/settings.ts';
import { type Identity, type Provider, ProviderError } from './provider.ts';

/** Why someone whom the provider knows may not enter. */
export type Unwelcome = 'no_group' | 'no_team' | 'removed';

/** Maps people of the identity provider to teams and roles. */
export interface People {
  readonly provider: Provider;
  /** Stores the person of a sign-in and returns the team's id, or why not. Rejects with a `SqlError`. */
  enter(identity: Identity): Promise<{ readonly team: string } | Unwelcome>;
  /**
   * Returns the id of the person whose access token this is; undefined for anything else. Rejects if that cannot be
   * checked.
   */
  personOf(credential: string): Promise<string | undefined>;
}

export interface PeopleOptions {
  readonly provider: Provider;
  readonly groups: ProviderSettings['groups'];
  readonly directory: Pick<Directory, 'findTeam' | 'enterPerson'>;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Called if the storage fails while a token is checked. */
  readonly onFailure: (error: unknown) => void;
}

/** A JSON Web Token: header, claims, signature. */
const TOKEN = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/;
/** How long the groups in a person's tokens are not looked at again, and of how many people that is remembered. */
const ENTERED_MS = 600_000;
const ENTERED_MAX = 10_000;

/** Creates the mapping of people. */
export function createPeople({ provider, groups, directory, clock, onFailure }: PeopleOptions): People {
  const entered = new Map<string, number>();
  const enter: People['enter'] = async ({ id, name, groups: own = NO_GROUPS }) => {
    const rule = groups.find(({ group }) => group === '*' || own.has(group));
    if (rule === undefined) return 'no_group';
    const team = await directory.findTeam(rule.team);
    if (team === undefined) return 'no_team';
    const scopes: Readonly<Record<PersonRole, readonly Scope[]>> = {
      member: team.members.scopes,
      admin: SCOPES.filter((scope) => scope !== 'metrics'),
      root: [],
    };
    const { role } = rule;
    const person = { id, name, role, teamId: team.id, scopes: scopes[role] };
    return (await directory.enterPerson(person)) ? { team: team.id } : 'removed';
  };

  return {
    provider,
    enter,
    async personOf(credential) {
      if (!TOKEN.test(credential)) return undefined;
      const identity = await provider.verify(credential).catch((error: unknown) => {
        if (error instanceof ProviderError && error.reason !== 'unreachable') return undefined;
        throw error;
      });
      if (identity === undefined) return undefined;
      const isKnown = clock() - (entered.get(identity.id) ?? 0) < ENTERED_MS;
      if (isKnown || identity.groups === undefined) return identity.id;
      try {
        if (typeof (await enter(identity)) === 'string') return undefined;
        if (entered.size >= ENTERED_MAX) entered.clear();
        entered.set(identity.id, clock());
      } catch (error) {
        // The person may be known from before.
        onFailure(error);
      }
      return identity.id;
    },
  };
}

const NO_GROUPS: ReadonlySet<string> = new Set();
