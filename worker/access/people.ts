import type { Directory, PersonRole } from '../../src/teams/keys/directory.ts';
import { SCOPES, type Scope } from '../../src/teams/keys/scope.ts';
import type { ProviderSettings } from '../settings/settings.ts';
import { type Identity, type Provider, ProviderError } from './provider.ts';

/** Why someone whom the provider knows may not enter. */
export type Unwelcome = 'no_group' | 'no_team' | 'removed';

export interface Entered {
  /** The team's id. */
  readonly team: string;
  readonly role: PersonRole;
  /** Ids of the person's keys that do not fit the team and role, and were revoked. */
  readonly revoked: readonly string[];
}

/** Maps people of the identity provider to teams and roles. */
export interface People {
  readonly provider: Provider;
  /** Stores the person of a sign-in and returns who entered, or why not. Rejects with a `SqlError`. */
  enter(identity: Identity): Promise<Entered | Unwelcome>;
  /**
   * Returns the id of the person whose access token this is, and stores a person who is new; undefined for anything
   * else, and for a token whose groups do not fit the person's team. Rejects if the token cannot be checked.
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

const isOf =
  (own: Identity['groups']) =>
  ({ group }: ProviderSettings['groups'][number]): boolean =>
    group === '*' || own?.has(group) === true;

/** Creates the mapping of people. */
export function createPeople({ provider, groups, directory, onFailure }: PeopleOptions): People {
  const enter: People['enter'] = async ({ id, name, groups: own }) => {
    const rule = groups.find(isOf(own));
    if (rule === undefined) return 'no_group';
    const team = await directory.findTeam(rule.team);
    if (team === undefined || team.archivedAt !== null) return 'no_team';
    const scopes: Readonly<Record<PersonRole, readonly Scope[]>> = {
      member: team.members.scopes,
      admin: SCOPES.filter((scope) => scope !== 'metrics'),
      root: [],
    };
    const { role } = rule;
    const person = { id, name, role, teamId: team.id, scopes: scopes[role] };
    const revoked = await directory.enterPerson(person);
    return revoked === undefined ? 'removed' : { team: team.id, role, revoked };
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
        const known = await directory.getKey(identity.id);
        const { groups: own } = identity;
        // A token may be old, so it changes nothing about a known person.
        const fits =
          known === undefined
            ? own !== undefined && typeof (await enter(identity)) === 'object'
            : own === undefined ||
              groups.some((rule) => isOf(own)(rule) && [known.teamId, known.teamName].includes(rule.team));
        if (!fits) return undefined;
      } catch (error) {
        // The person may be known from before.
        onFailure(error);
      }
      return identity.id;
    },
  };
}
