import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Team } from '../../../src/teams/keys/directory.ts';
import { BASE } from '../base-path.ts';
import { toBytes, toShare } from '../format/numbers.ts';
import { Rows } from '../parts/card.tsx';
import { ErrorSummary } from '../parts/error-summary.tsx';
import { Field, NumberField } from '../parts/field.tsx';
import { Notice } from '../parts/notice.tsx';
import { Page } from '../parts/page.tsx';
import { Pager } from '../parts/pager.tsx';
import { TokenField } from '../parts/token-field.tsx';
import type { Viewer } from '../session/viewer.ts';

/** Teams of a page. */
export const TEAMS_A_PAGE = 40;

export interface TeamsPageProps {
  readonly viewer: Viewer;
  /** Those of this page. */
  readonly teams: readonly Team[];
  /** Number of all teams that fit. */
  readonly total: number;
  readonly search: string;
  /** Counted from 1. */
  readonly page: number;
  /** Input bytes of each team this month. */
  readonly month: ReadonlyMap<string, number>;
  /** Submitted fields of the new team's form. */
  readonly fields: { readonly name: string; readonly quota: string };
  readonly errors: Readonly<Record<string, string>>;
  readonly done?: string | undefined;
}

/** Lists teams with their quotas, for the administrator. */
export function TeamsPage(props: TeamsPageProps): JSX.Element {
  const { viewer, teams, total, search, page, month, fields, errors, done } = props;
  return (
    <Page title={Object.keys(errors).length > 0 ? 'Error: Teams' : 'Teams'} viewer={viewer} current="teams">
      <div class="opening">
        <div>
          <h1>Teams</h1>
          <p class="sub">Each team has its own keys, statistics and cached answers. No team sees those of another.</p>
        </div>
      </div>
      <Notice done={done} />
      <ErrorSummary errors={errors} />
      <div class="sides">
        <section class="card" aria-labelledby="teams">
          <h2 id="teams">All teams</h2>
          <form class="row finder" method="get" action={`${BASE}/teams`}>
            <div class="field">
              <label for="search">Search</label>
              <input id="search" name="search" type="search" value={search} maxlength={100} autocomplete="off" />
            </div>
            <button class="quiet" type="submit">
              Show
            </button>
          </form>
          {teams.length === 0 ? (
            <p class="sub">{search === '' ? 'None yet. Create the first one here.' : 'No matching teams.'}</p>
          ) : (
            <Rows
              columns={['Team', 'Quota used', 'Quota']}
              rows={teams.map((team) => toRow(team, month.get(team.id) ?? 0))}
            />
          )}
          <Pager
            {...{ page, total, size: TEAMS_A_PAGE }}
            toUrl={(to) => `${BASE}/teams?${new URLSearchParams({ search, page: String(to) })}`}
          />
        </section>
        <section class="card" aria-labelledby="new-title">
          <h2 id="new-title">New team</h2>
          <form class="stack" method="post" action={`${BASE}/teams`} novalidate>
            <TokenField token={viewer.formToken} />
            <NameAndQuota fields={fields} errors={errors} />
            <button type="submit">Create team</button>
          </form>
        </section>
      </div>
    </Page>
  );
}

function toRow({ id, name, monthlyQuotaBytes: limit, archivedAt }: Team, used: number) {
  return {
    name: (
      <>
        <a href={`${BASE}/teams/${id}`}>{name}</a> {archivedAt !== null && <span class="pill">Archived</span>}
      </>
    ),
    below: (
      <span class="fine">
        <a href={`${BASE}?team=${id}`} aria-label={`Savings of ${name}`}>
          Savings
        </a>{' '}
        <a href={`${BASE}/keys?team=${id}`} aria-label={`Keys of ${name}`}>
          Keys
        </a>
      </span>
    ),
    numbers: limit === null ? [toBytes(used), 'None'] : [toShare(used, limit), toBytes(limit)],
  };
}

interface NameAndQuotaProps {
  readonly fields: TeamsPageProps['fields'];
  readonly errors: Readonly<Record<string, string>>;
}

/** The fields that each team has from the beginning. */
export function NameAndQuota({ fields, errors }: NameAndQuotaProps): JSX.Element {
  return (
    <>
      <Field
        id="name"
        label="Name"
        error={errors['name']}
        control={(to) => <input {...to} value={fields.name} maxlength={100} required autocomplete="off" />}
      />
      <NumberField
        id="quota"
        label="Monthly quota, MiB (optional)"
        hint="Input bytes per calendar month. Empty: no limit."
        value={fields.quota}
        error={errors['quota']}
      />
    </>
  );
}
