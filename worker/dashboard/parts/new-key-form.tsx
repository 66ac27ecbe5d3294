import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Team } from '../../../src/teams/keys/directory.ts';
import { SCOPES, type Scope } from '../../../src/teams/keys/scope.ts';
import { BASE } from '../base-path.ts';
import type { NewKeyFields } from '../forms/new-key-form.ts';
import { Field, FieldError } from './field.tsx';
import { TokenField } from './token-field.tsx';

export interface NewKeyFormProps {
  readonly formToken: string;
  /** Teams to choose from; undefined if the team is fixed. */
  readonly teams: readonly Team[] | undefined;
  readonly fields: NewKeyFields;
  readonly errors: Readonly<Record<string, string>>;
}

const MEANINGS: Readonly<Record<Scope, string>> = {
  prune: 'Prune texts',
  artifacts: 'Store texts that do not fit into an answer, and read them back',
  context: 'Use the context tools',
  admin: 'See the usage of the whole team, and manage its keys',
};

/** Renders the form that creates a key. */
export function NewKeyForm({ formToken, teams, fields, errors }: NewKeyFormProps): JSX.Element {
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
          {SCOPES.map((scope) => (
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
