import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Team } from '../../../src/teams/keys/directory.ts';
import { BASE } from '../base-path.ts';
import { toBytes } from '../format/numbers.ts';
import { toDate } from '../format/times.ts';
import { ErrorSummary } from '../parts/error-summary.tsx';
import { Field, FieldError } from '../parts/field.tsx';
import { Notice } from '../parts/notice.tsx';
import { Page } from '../parts/page.tsx';
import { TokenField } from '../parts/token-field.tsx';
import type { Viewer } from '../session/viewer.ts';

export interface TeamsPageProps {
  readonly viewer: Viewer;
  readonly teams: readonly Team[];
  /** Submitted fields of the new team's form. */
  readonly fields: { readonly name: string; readonly quota: string };
  readonly errors: Readonly<Record<string, string>>;
  /** A team with an invalid quota, and the submitted text. */
  readonly wrongQuota?: { readonly team: string; readonly text: string; readonly error: string } | undefined;
  readonly done?: string | undefined;
}

const MIB = 1024 * 1024;

/** Lists teams and their quotas, for the administrator. */
export function TeamsPage(props: TeamsPageProps): JSX.Element {
  const { viewer, teams, fields, errors, wrongQuota, done } = props;
  const isWrong = Object.keys(errors).length > 0 || wrongQuota !== undefined;
  return (
    <Page title={isWrong ? 'Error: Teams' : 'Teams'} viewer={viewer} current="teams">
      <div class="opening">
        <div>
          <h1>Teams</h1>
          <p class="sub">Each team has its own keys, statistics and cached answers. No team sees those of another.</p>
        </div>
      </div>
      <Notice done={done} />
      <ErrorSummary errors={wrongQuota === undefined ? errors : { [`quota-${wrongQuota.team}`]: wrongQuota.error }} />
      <div class="sides">
        <section class="card" aria-labelledby="teams">
          <h2 id="teams">All teams</h2>
          {teams.length === 0 && <p class="sub">None yet. Create the first one here.</p>}
          <ul class="keys">
            {teams.map((team) => (
              <TeamRow key={team.id} team={team} formToken={viewer.formToken} wrong={wrongQuota} />
            ))}
          </ul>
        </section>
        <section class="card" aria-labelledby="new-title">
          <h2 id="new-title">New team</h2>
          <form class="stack" method="post" action={`${BASE}/teams`} novalidate>
            <TokenField token={viewer.formToken} />
            <Field
              id="name"
              label="Name"
              error={errors['name']}
              control={(to) => <input {...to} value={fields.name} maxlength={100} required autocomplete="off" />}
            />
            <Field
              id="quota"
              label="Monthly quota, MiB (optional)"
              hint="Input bytes per calendar month. Empty: no limit."
              error={errors['quota']}
              control={(to) => <input {...to} inputmode="numeric" value={fields.quota} autocomplete="off" />}
            />
            <button type="submit">Create team</button>
          </form>
        </section>
      </div>
    </Page>
  );
}

interface TeamRowProps {
  readonly team: Team;
  readonly formToken: string;
  readonly wrong: TeamsPageProps['wrongQuota'];
}

function TeamRow({ team, formToken, wrong }: TeamRowProps): JSX.Element {
  const error = wrong?.team === team.id ? wrong.error : undefined;
  const id = `quota-${team.id}`;
  const quota = team.monthlyQuotaBytes === null ? '' : String(Math.max(1, Math.round(team.monthlyQuotaBytes / MIB)));
  return (
    <li class="key-row">
      <div class="key-head">
        <h3>
          <a href={`${BASE}?team=${team.id}`}>{team.name}</a>
        </h3>
        <a href={`${BASE}/keys?team=${team.id}`} aria-label={`Keys of ${team.name}`}>
          Keys
        </a>
      </div>
      <p class="sub">
        Since {toDate(team.createdAt)},{' '}
        {team.monthlyQuotaBytes === null ? 'no quota' : `${toBytes(team.monthlyQuotaBytes)} a month`}
      </p>
      <form class="row" method="post" action={`${BASE}/teams/${team.id}/quota`} novalidate>
        <TokenField token={formToken} />
        <input type="hidden" name="was" value={quota} />
        <div class="field">
          <label for={id}>
            Monthly quota, MiB<span class="visually-hidden"> of {team.name}</span>
          </label>
          <input
            id={id}
            name="quota"
            inputmode="numeric"
            value={error === undefined ? quota : wrong?.text}
            autocomplete="off"
            aria-invalid={error === undefined ? undefined : 'true'}
            aria-describedby={error === undefined ? undefined : `${id}-error`}
          />
          <FieldError id={id} error={error} />
        </div>
        <button class="quiet" type="submit">
          Save
        </button>
      </form>
    </li>
  );
}
