import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Team } from '../../../src/teams/keys/directory.ts';
import { SCOPES } from '../../../src/teams/keys/scope.ts';
import { BASE } from '../base-path.ts';
import { toDate } from '../format/times.ts';
import { fieldsOf, type TeamFields } from '../forms/team-form.ts';
import { ErrorSummary } from '../parts/error-summary.tsx';
import { Field, NumberField } from '../parts/field.tsx';
import { Notice } from '../parts/notice.tsx';
import { Page } from '../parts/page.tsx';
import { ScopeChoice } from '../parts/scope-choice.tsx';
import { TokenField } from '../parts/token-field.tsx';
import type { Viewer } from '../session/viewer.ts';
import { NameAndQuota } from './teams-page.tsx';

export interface TeamPageProps {
  readonly viewer: Viewer;
  readonly team: Team;
  readonly fields: TeamFields;
  readonly errors: Readonly<Record<string, string>>;
  readonly done?: string | undefined;
}

/** Shows what can be changed about a team. */
export function TeamPage({ viewer, team, fields, errors, done }: TeamPageProps): JSX.Element {
  const action = `${BASE}/teams/${team.id}`;
  return (
    <Page title={Object.keys(errors).length > 0 ? `Error: ${team.name}` : team.name} viewer={viewer} current="teams">
      <div class="opening">
        <div>
          <h1>{team.name}</h1>
          <p class="sub">
            Since {toDate(team.createdAt)}
            {team.archivedAt !== null && `, archived ${toDate(team.archivedAt)}`}
          </p>
        </div>
      </div>
      <Notice done={done} />
      <ErrorSummary errors={errors} />
      <div class="sides">
        <form class="card stack" method="post" action={action} novalidate>
          <TokenField token={viewer.formToken} />
          <input type="hidden" name="was" value={fieldsOf(team).quota} />
          <NameAndQuota fields={fields} errors={errors} />
          <ScopeChoice
            legend="Keys that members make for themselves may"
            scopes={SCOPES.filter((scope) => scope !== 'metrics')}
            chosen={fields.scopes}
          />
          <NumberField
            id="days"
            label="Longest life of such a key, days (optional)"
            value={fields.days}
            error={errors['days']}
          />
          <NumberField id="keys" label="Valid keys of one member" value={fields.keys} error={errors['keys']} />
          <button type="submit">Save</button>
        </form>
        <div class="stacked">
          <form class="card stack" method="post" action={`${action}/archive`}>
            <TokenField token={viewer.formToken} />
            <input type="hidden" name="archived" value={team.archivedAt === null ? 'yes' : 'no'} />
            <p>
              {team.archivedAt === null
                ? 'While a team is archived, its keys are refused and its data is kept.'
                : 'Its keys are refused, and its data is kept.'}
            </p>
            <button class="quiet" type="submit">
              {team.archivedAt === null ? 'Archive' : 'Use again'}
            </button>
          </form>
          <form class="card stack" method="post" action={`${action}/delete`} novalidate>
            <TokenField token={viewer.formToken} />
            <Field
              id="confirm"
              label={`Type “${team.name}” to delete it`}
              hint="Its keys, usage, artifacts and context are deleted too, and keys of its people in other teams are revoked. This cannot be undone."
              error={errors['confirm']}
              control={(to) => <input {...to} autocomplete="off" required />}
            />
            <button class="danger" type="submit">
              Delete the team
            </button>
          </form>
        </div>
      </div>
    </Page>
  );
}
