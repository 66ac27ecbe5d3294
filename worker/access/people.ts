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
   * Returns the id of the person whose access token this is, and stores a person who is new; undefined for anything
   * else. Rejects if the token cannot be checked.
   */
  personOf(token: string): Promise<string | undefined>;
}

export interface PeopleOptions {
  readonly provider: Provider;
  readonly groups: ProviderSettings['groups'];
  readonly directory: Pick<Directory, 'findTeam' | 'getKey' | 'enterPerson'>;
  /** Called if the storage fails while a token is checked. */
  readonly onFailure: (error: unknown) => void;
}

/** Creates the mapping of people. */
export function createPeople({ provider, groups, directory, onFailure }: PeopleOptions): People {
  const enter: People['enter'] = async ({ id, name, groups: own }) => {
    const rule = groups.find(({ group }) => group === '*' || own?.has(group));
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
    async personOf(token) {
      const identity = await provider.verify(token).catch((error: unknown) => {
        if (error instanceof ProviderError && error.reason !== 'unreachable') return undefined;
        throw error;
      });
      if (identity === undefined) return undefined;
      try {
        // A token may be old, so it changes nothing about a known person.
        const isKnown = (await directory.getKey(identity.id)) !== undefined;
        if (!isKnown && typeof (await enter(identity)) === 'string') return undefined;
      } catch (error) {
        // The person may be known from before.
        onFailure(error);
      }
      return identity.id;
    },
  };
}
