import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Scope } from '../../../src/teams/keys/scope.ts';
import { FieldError } from './field.tsx';

const MEANINGS: Readonly<Record<Scope, string>> = {
  prune: 'Prune texts',
  artifacts: 'Store texts that do not fit into an answer, and read them back',
  context: 'Use the context tools',
  keys: 'Create, renew and revoke keys of the same owner',
  read: 'See the usage and the dashboard of the whole team',
  metrics: 'Read the metrics of all teams',
  admin: 'See the usage of the whole team, and manage its keys',
};

interface ScopeChoiceProps {
  readonly legend: string;
  readonly scopes: readonly Scope[];
  readonly chosen: readonly string[];
  readonly error?: string | undefined;
}

/** Renders a checkbox for each scope. */
export function ScopeChoice({ legend, scopes, chosen, error }: ScopeChoiceProps): JSX.Element {
  return (
    <fieldset id="scopes" aria-describedby={error === undefined ? undefined : 'scopes-error'}>
      <legend>{legend}</legend>
      {scopes.map((scope) => (
        <div class="choice" key={scope}>
          <input type="checkbox" id={`scope-${scope}`} name="scopes" value={scope} checked={chosen.includes(scope)} />
          <label for={`scope-${scope}`}>
            <strong>{scope}</strong> {MEANINGS[scope]}
          </label>
        </div>
      ))}
      <FieldError id="scopes" error={error} />
    </fieldset>
  );
}
