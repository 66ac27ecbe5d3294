import type { JSX } from 'hono/jsx/jsx-runtime';
import type { KeyInfo, KeyList, Team } from '../../../src/teams/keys/directory.ts';
import type { Principal } from '../../../src/teams/keys/principal.ts';
import type { Scope } from '../../../src/teams/keys/scope.ts';
import { EXPIRES_SOON_MS } from '../../../src/teams/usage/notices.ts';
import { isOfAnother, mayRevoke } from '../../access/key-rights.ts';
import { BASE } from '../base-path.ts';
import { toBytes, toCount } from '../format/numbers.ts';
import { toDate, toTimestamp } from '../format/times.ts';
import type { NewKeyFields } from '../forms/new-key-form.ts';
import { ErrorSummary } from '../parts/error-summary.tsx';
import { Field, NumberField } from '../parts/field.tsx';
import { KEYS_A_PAGE, KeyFinder, type KeysAsked, toKeysUrl } from '../parts/key-finder.tsx';
import { Notice } from '../parts/notice.tsx';
import { Page } from '../parts/page.tsx';
import { Pager } from '../parts/pager.tsx';
import { ScopeChoice } from '../parts/scope-choice.tsx';
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
        <ScopeChoice legend="It may" scopes={scopes} chosen={fields.scopes} error={errors['scopes']} />
        <div class="fields">
          <Field
            id="expires"
            label="Expires (optional)"
            hint="The key works until the end of that day, UTC."
            error={errors['expires']}
            control={(props) => <input {...props} type="date" value={fields.expires} />}
          />
          <NumberField
            id="rate"
            label="Requests per minute (optional)"
            hint="Empty: the default rate of the worker."
            value={fields.rate}
            error={errors['rate']}
          />
          <NumberField
            id="body"
            label="Largest request, KiB (optional)"
            hint="Empty: the limit of the worker."
            value={fields.body}
            error={errors['body']}
          />
        </div>
        <button type="submit">Create key</button>
      </form>
    </section>
  );
}

interface KeyRowsProps {
  readonly keys: readonly KeyInfo[];
  readonly by: Principal;
  readonly now: number;
  readonly showsTeam: boolean;
}

/** Lists keys with their scopes and dates. */
function KeyRows({ keys, by, now, showsTeam }: KeyRowsProps): JSX.Element {
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
              {key.role === null ? <code>{`mcpp_${key.id}…`}</code> : <span class="pill calm">{key.role}</span>}
            </div>
            <dl class="key-facts">
              {showsTeam && <Fact term="Team" text={key.teamName} />}
              <Fact term="May" text={key.role === 'root' ? 'everything' : key.scopes.join(', ')} />
              <Fact term="Last used" text={key.lastUsedAt === null ? 'Never' : toTimestamp(key.lastUsedAt)} />
              <Fact term="Created" text={toDate(key.createdAt)} />
              {key.expiresAt !== null && <Fact term="Expires" text={toTimestamp(key.expiresAt)} />}
              {key.revokedAt !== null && <Fact term="Revoked" text={toTimestamp(key.revokedAt)} />}
              {key.ratePerMinute !== null && <Fact term="Requests per minute" text={toCount(key.ratePerMinute)} />}
              {key.maxBodyBytes !== null && <Fact term="Largest request" text={toBytes(key.maxBodyBytes)} />}
            </dl>
            <div class="row">
              {(mayRevoke(by, key) ? actsOn(by, key, state) : []).map(([act, word]) => (
                <a
                  key={act}
                  class={act === 'revoke' ? 'button danger' : 'button quiet'}
                  href={`${BASE}/keys/${key.id}/${act}`}
                  aria-label={`${word} ${key.name}`}
                >
                  {word}
                </a>
              ))}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** Lists what can be done to a key or a person, with the words on the links. */
function actsOn(by: Principal, key: KeyInfo, state: string): readonly (readonly [act: string, word: string])[] {
  const { role, renewedBy } = key;
  if (state !== 'Active') return role !== null && state === 'Revoked' ? [['restore', 'Restore']] : [];
  if (role !== null) return [['revoke', 'Remove']];
  const canRenew = renewedBy === null && !isOfAnother(by, key);
  return [...(canRenew ? [['renew', 'Renew'] as const] : []), ['revoke', 'Revoke']];
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
  readonly list: KeyList;
  readonly asked: KeysAsked;
  /** All teams; for the administrator only. */
  readonly teams: readonly Team[] | undefined;
  /** Scopes that a new key may have. */
  readonly scopes: readonly Scope[];
  readonly fields: NewKeyFields;
  readonly errors: Readonly<Record<string, string>>;
  readonly now: number;
  readonly done?: string | undefined;
}

/** Lists keys and people, with the form for another key. */
export function KeysPage(props: KeysPageProps): JSX.Element {
  const { viewer, list, asked, teams, scopes, fields, errors, now, done } = props;
  const isWrong = Object.keys(errors).length > 0;
  const isNarrowed = asked.search !== '' || asked.isOver || asked.page > 1;
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
        <section class="card" aria-labelledby="listed">
          <h2 id="listed">{asked.isOver ? 'Revoked and expired keys' : 'Active keys'}</h2>
          <KeyFinder asked={asked} teams={teams} />
          {list.keys.length === 0 ? (
            <p class="sub">{isNarrowed ? 'No matching keys.' : 'None yet. Create the first one here.'}</p>
          ) : (
            <KeyRows keys={list.keys} by={viewer.principal} now={now} showsTeam={teams !== undefined} />
          )}
          <Pager
            {...{ page: asked.page, total: list.total, size: KEYS_A_PAGE }}
            toUrl={(page) => toKeysUrl({ ...asked, page })}
          />
        </section>
        <NewKeyForm formToken={viewer.formToken} teams={teams} scopes={scopes} fields={fields} errors={errors} />
      </div>
    </Page>
  );
}
