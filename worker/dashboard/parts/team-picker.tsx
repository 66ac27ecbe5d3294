import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Team } from '../../../src/access/directory.ts';

export interface TeamPickerProps {
  /** The page that is shown again. */
  readonly page: string;
  /** Undefined for those who have no choice: nothing is drawn. */
  readonly teams: readonly Team[] | undefined;
  readonly team: Team | undefined;
  /** What is looked at without a team. */
  readonly none: string;
  /** What stays in the address. */
  readonly keep: Readonly<Record<string, string>>;
}

/** The administrator's choice of a team. */
export function TeamPicker({ page, teams, team, none, keep }: TeamPickerProps): JSX.Element {
  return (
    <>
      {teams !== undefined && (
        <form class="team-picker" method="get" action={page}>
          {Object.entries(keep).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <label class="visually-hidden" for="team">
            Team
          </label>
          <select id="team" name="team">
            <option value="">{none}</option>
            {teams.map(({ id, name }) => (
              <option key={id} value={id} selected={id === team?.id}>
                {name}
              </option>
            ))}
          </select>
          <button class="quiet" type="submit">
            Show
          </button>
        </form>
      )}
    </>
  );
}
