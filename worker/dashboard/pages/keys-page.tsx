import type { JSX } from 'hono/jsx/jsx-runtime';
import type { KeyInfo, Team } from '../../../src/teams/keys/directory.ts';
import type { Scope } from '../../../src/teams/keys/scope.ts';
import { EXPIRES_SOON_MS } from '../../../src/teams/usage/notices.ts';
import { BASE } from '../base-path.ts';
import { toBytes, toCount } from '../format/numbers.ts';
import { toDate, toTimestamp } from '../format/times.ts';
import type { NewKeyFields } from '../forms/new-key-form.ts';
import { ErrorSummary } from '../parts/error-summary.tsx';
import { Field, FieldError } from '../parts/field.tsx';
import { Notice } from '../parts/notice.tsx';
import { Page } from '../parts/page.tsx';
import { TokenField } from '../parts/token-field.tsx';
import type { Viewer } from '../session/viewer.ts';

interface NewKeyFormProps {
  readonly formToken: string;
  /** Teams to choose from; undefined if the team is fixed. */
  readonly teams: readonly Team[] | undefined;
  /** Scopes that the key may have. */
  readonly scopes: readonly Scope[];
  readonly fields: NewKeyFields;
  readonly errors: Readonly<Record<string, string>>;
}

const MEANINGS: Readonly<Record<Scope, string>> = {
  prune: 'Prune texts',
  artifacts: 'Store texts that do not fit into an answer, and read them back',
  context: 'Use the context tools',
  keys: 'Create, renew and revoke keys of the same owner',
  read: 'See the usage and the dashboard of the whole team',
  metrics: 'Read the metrics of all teams',
  admin: 'See the usage of the whole team, and manage its keys',
};

/** Renders the form that creates a key. */
function NewKeyForm({ formToken, teams, scopes, fields, errors }: NewKeyFormProps): JSX.Element {
  return (
    <section class="card" id="new" aria-labelledby="new-title">
      <h2 id="new-title">New key</h2>
      <form class="stack" method="post" action={`${BASE}/keys`} novalidate>
        <TokenField token={formToken} />
        {teams !== undefined && (
          <Field
            id="team"
            label="Team"
            error={errors['team']}
            control={(props) => (
              <select {...props} required>
                <option value="">Choose a team</option>
                {teams.map(({ id, name }) => (
                  <option key={id} value={id} selected={id === fields.team}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          />
        )}
        <Field
          id="name"
          label="Name"
          hint="Owner or purpose of the key. It is shown beside the savings of the key."
          error={errors['name']}
          control={(props) => <input {...props} value={fields.name} maxlength={100} required autocomplete="off" />}
        />
        <fieldset id="scopes" aria-describedby={errors['scopes'] === undefined ? undefined : 'scopes-error'}>
          <legend>It may</legend>
          {scopes.map((scope) => (
            <div class="choice" key={scope}>
              <input
                type="checkbox"
                id={`scope-${scope}`}
                name="scopes"
                value={scope}
                checked={fields.scopes.includes(scope)}
              />
              <label for={`scope-${scope}`}>
                <strong>{scope}</strong> {MEANINGS[scope]}
              </label>
            </div>
          ))}
          <FieldError id="scopes" error={errors['scopes']} />
        </fieldset>
        <div class="fields">
          <Field
            id="expires"
            label="Expires (optional)"
            hint="The key works until the end of that day, UTC."
            error={errors['expires']}
            control={(props) => <input {...props} type="date" value={fields.expires} />}
          />
          <Field
            id="rate"
            label="Requests per minute (optional)"
            hint="Empty: the default rate of the worker."
            error={errors['rate']}
            control={(props) => <input {...props} inputmode="numeric" value={fields.rate} autocomplete="off" />}
          />
          <Field
            id="body"
            label="Largest request, KiB (optional)"
            hint="Empty: the limit of the worker."
            error={errors['body']}
            control={(props) => <input {...props} inputmode="numeric" value={fields.body} autocomplete="off" />}
          />
        </div>
        <button type="submit">Create key</button>
      </form>
    </section>
  );
}

interface KeyListProps {
  readonly keys: readonly KeyInfo[];
  readonly now: number;
  readonly showsTeam: boolean;
}

/** Lists keys with their scopes and dates. */
function KeyList({ keys, now, showsTeam }: KeyListProps): JSX.Element {
  return (
    <ul class="keys">
      {keys.map((key) => {
        const state = stateOf(key, now);
        return (
          <li key={key.id} class={state === 'Active' ? 'key-row' : 'key-row over'}>
            <div class="key-head">
              <h3>{key.name}</h3>
              {state !== 'Active' && <span class="pill">{state}</span>}
              {expiresSoon(key, now) && <span class="pill warn">Expires soon</span>}
              <code>{`mcpp_${key.id}…`}</code>
            </div>
            <dl class="key-facts">
              {showsTeam && <Fact term="Team" text={key.teamName} />}
              <Fact term="May" text={key.scopes.join(', ')} />
              <Fact term="Last used" text={key.lastUsedAt === null ? 'Never' : toTimestamp(key.lastUsedAt)} />
              <Fact term="Created" text={toDate(key.createdAt)} />
              {key.expiresAt !== null && <Fact term="Expires" text={toTimestamp(key.expiresAt)} />}
              {key.revokedAt !== null && <Fact term="Revoked" text={toTimestamp(key.revokedAt)} />}
              {key.ratePerMinute !== null && <Fact term="Requests per minute" text={toCount(key.ratePerMinute)} />}
              {key.maxBodyBytes !== null && <Fact term="Largest request" text={toBytes(key.maxBodyBytes)} />}
            </dl>
            {state === 'Active' && (
              <div class="row">
                {key.renewedBy === null && (
                  <a class="button quiet" href={`${BASE}/keys/${key.id}/renew`} aria-label={`Renew ${key.name}`}>
                    Renew
                  </a>
                )}
                <a class="button danger" href={`${BASE}/keys/${key.id}/revoke`} aria-label={`Revoke ${key.name}`}>
                  Revoke
                </a>
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** True for a key that is told of before it expires. */
const expiresSoon = (key: KeyInfo, now: number): boolean =>
  stateOf(key, now) === 'Active' && key.expiresAt !== null && key.expiresAt - now < EXPIRES_SOON_MS;

/** Returns the state of a key, in a word. */
function stateOf({ revokedAt, expiresAt }: KeyInfo, now: number): 'Active' | 'Revoked' | 'Expired' {
  if (revokedAt !== null) return 'Revoked';
  return expiresAt !== null && expiresAt <= now ? 'Expired' : 'Active';
}

function Fact({ term, text }: { readonly term: string; readonly text: string }): JSX.Element {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{text}</dd>
    </div>
  );
}

export interface KeysPageProps {
  readonly viewer: Viewer;
  readonly keys: readonly KeyInfo[];
  /** All teams; for the administrator only. */
  readonly teams: readonly Team[] | undefined;
  /** Scopes that a new key may have. */
  readonly scopes: readonly Scope[];
  readonly fields: NewKeyFields;
  readonly errors: Readonly<Record<string, string>>;
  readonly now: number;
  readonly done?: string | undefined;
}

/** Lists the keys, with the form for another. */
export function KeysPage({ viewer, keys, teams, scopes, fields, errors, now, done }: KeysPageProps): JSX.Element {
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
        <NewKeyForm formToken={viewer.formToken} teams={teams} scopes={scopes} fields={fields} errors={errors} />
      </div>
    </Page>
  );
}
