import type { JSX } from 'hono/jsx/jsx-runtime';
import type { KeyInfo, Team } from '../../../src/teams/keys/directory.ts';
import type { NewKeyFields } from '../forms/new-key-form.ts';
import { ErrorSummary } from '../parts/error-summary.tsx';
import { KeyList, stateOf } from '../parts/key-list.tsx';
import { NewKeyForm } from '../parts/new-key-form.tsx';
import { Notice } from '../parts/notice.tsx';
import { Page } from '../parts/page.tsx';
import type { Viewer } from '../session/viewer.ts';

export interface KeysPageProps {
  readonly viewer: Viewer;
  readonly keys: readonly KeyInfo[];
  /** All teams; for the administrator only. */
  readonly teams: readonly Team[] | undefined;
  readonly fields: NewKeyFields;
  readonly errors: Readonly<Record<string, string>>;
  readonly now: number;
  readonly done?: string | undefined;
}

/** Lists the keys, with the form for another. */
export function KeysPage({ viewer, keys, teams, fields, errors, now, done }: KeysPageProps): JSX.Element {
  const active = keys.filter((key) => stateOf(key, now) === 'Active');
  const over = keys.filter((key) => stateOf(key, now) !== 'Active');
  const isWrong = Object.keys(errors).length > 0;
  const showsTeam = teams !== undefined;
  return (
    <Page title={isWrong ? 'Error: Keys' : 'Keys'} viewer={viewer} current="keys">
      <div class="opening">
        <div>
          <h1>Keys</h1>
          <p class="sub">
            Give each person or machine a key of its own. You then see who saves how much, and can revoke keys one by
            one.
          </p>
        </div>
      </div>
      <Notice done={done} />
      <ErrorSummary errors={errors} />
      <div class="sides">
        <section class="card" aria-labelledby="active">
          <h2 id="active">Active keys</h2>
          {active.length === 0 ? (
            <p class="sub">None yet. Create the first one here.</p>
          ) : (
            <KeyList keys={active} now={now} showsTeam={showsTeam} />
          )}
          {over.length > 0 && (
            <details>
              <summary>{`Revoked and expired (${over.length})`}</summary>
              <KeyList keys={over} now={now} showsTeam={showsTeam} />
            </details>
          )}
        </section>
        <NewKeyForm formToken={viewer.formToken} teams={teams} fields={fields} errors={errors} />
      </div>
    </Page>
  );
}
