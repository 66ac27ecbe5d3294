import type { JSX } from 'hono/jsx/jsx-runtime';
import type { KEY_ORDERS, Team } from '../../../src/teams/keys/directory.ts';
import { BASE } from '../base-path.ts';

/** What a list of keys shows. */
export interface KeysAsked {
  readonly search: string;
  readonly order: (typeof KEY_ORDERS)[number];
  readonly isOver: boolean;
  /** Counted from 1. */
  readonly page: number;
  /** Id of a team; empty: all that the viewer manages. */
  readonly team: string;
}

/** Keys of a page. */
export const KEYS_A_PAGE = 20;

/** Returns the address of a list. */
export function toKeysUrl({ search, order, isOver, page, team }: KeysAsked): string {
  const given = Object.entries({
    search,
    order,
    team,
    state: isOver ? 'over' : '',
    page: page === 1 ? '' : String(page),
  });
  return `${BASE}/keys?${new URLSearchParams(given.filter(([, value]) => value !== ''))}`;
}

const ORDER_NAMES: Readonly<Record<KeysAsked['order'], string>> = {
  newest: 'Newest',
  name: 'Name',
  used: 'Last used',
  expiry: 'Expires first',
};

interface FinderProps {
  readonly asked: KeysAsked;
  readonly teams: readonly Team[] | undefined;
}

/** Renders the form that searches and sorts. */
export function KeyFinder({ asked, teams }: FinderProps): JSX.Element {
  return (
    <form class="row finder" method="get" action={`${BASE}/keys`}>
      <div class="field">
        <label for="search">Search</label>
        <input id="search" name="search" type="search" value={asked.search} maxlength={100} autocomplete="off" />
      </div>
      {teams !== undefined && (
        <Choice
          id="of-team"
          name="team"
          label="Of team"
          chosen={asked.team}
          options={[['', 'All teams'], ...teams.map(({ id, name }) => [id, name] as const)]}
        />
      )}
      <Choice id="order" label="Order" chosen={asked.order} options={Object.entries(ORDER_NAMES)} />
      <Choice
        id="state"
        label="State"
        chosen={asked.isOver ? 'over' : ''}
        options={[
          ['', 'Active'],
          ['over', 'Revoked and expired'],
        ]}
      />
      <button class="quiet" type="submit">
        Show
      </button>
    </form>
  );
}

interface ChoiceProps {
  readonly id: string;
  readonly name?: string;
  readonly label: string;
  readonly chosen: string;
  /** Values and their names. */
  readonly options: readonly (readonly [string, string])[];
}

function Choice({ id, name = id, label, chosen, options }: ChoiceProps): JSX.Element {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} name={name}>
        {options.map(([value, text]) => (
          <option key={value} value={value} selected={value === chosen}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
