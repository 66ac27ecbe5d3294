import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Team } from '../../../src/teams/keys/directory.ts';

interface TeamPickerProps {
  /** Page to show after the choice. */
  readonly page: string;
  /** Undefined for users without a choice; then nothing is drawn. */
  readonly teams: readonly Team[] | undefined;
  readonly team: Team | undefined;
  /** Label of the option without a team. */
  readonly none: string;
  /** Query parameters to keep. */
  readonly keep: Readonly<Record<string, string>>;
}

/** Renders the administrator's choice of a team. */
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
