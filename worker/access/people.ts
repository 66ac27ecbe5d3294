import type { Directory, EnteredPerson, Person, PersonRole } from '../../src/teams/keys/directory.ts';
import { SCOPES, type Scope } from '../../src/teams/keys/scope.ts';
import type { ProviderSettings } from '../settings/settings.ts';
import { type Identity, type Provider, ProviderError } from './provider.ts';

/** Why someone whom the provider knows may not enter. */
export type Unwelcome = 'no_group' | 'no_team' | 'removed';

type Entered = EnteredPerson & Pick<Person, 'teamId' | 'role'>;

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

type Rule = ProviderSettings['groups'][number];

const isOf = (own: Identity['groups']) => (rule: Rule) => rule.group === '*' || own?.has(rule.group) === true;

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
    const person = { id, name, role: rule.role, teamId: team.id, scopes: scopes[rule.role] };
    const entered = await directory.enterPerson(person);
    return entered === undefined ? 'removed' : { ...entered, ...person };
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
      const { groups: own } = identity;
      const rules = groups.filter(isOf(own));
      if (own !== undefined && rules.length === 0) return undefined;
      try {
        const known = await directory.getKey(identity.id);
        // A token may be old, so it changes nothing about a known person.
        const fits =
          known === undefined
            ? own !== undefined && typeof (await enter(identity)) === 'object'
            : own === undefined || rules.some(({ team }) => team === known.teamId || team === known.teamName);
        if (!fits) return undefined;
      } catch (error) {
        // The person may be known from before.
        onFailure(error);
      }
      return identity.id;
    },
  };
}
