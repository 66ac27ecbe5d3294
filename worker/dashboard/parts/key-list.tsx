import type { JSX } from 'hono/jsx/jsx-runtime';
import type { KeyInfo } from '../../../src/teams/keys/directory.ts';
import { BASE } from '../base-path.ts';
import { toBytes, toCount } from '../format/numbers.ts';
import { toDate, toTimestamp } from '../format/times.ts';

export interface KeyListProps {
  readonly keys: readonly KeyInfo[];
  readonly now: number;
  readonly showsTeam: boolean;
}

/** Lists keys with their scopes and dates. */
export function KeyList({ keys, now, showsTeam }: KeyListProps): JSX.Element {
  return (
    <ul class="keys">
      {keys.map((key) => {
        const state = stateOf(key, now);
        return (
          <li key={key.id} class={state === 'Active' ? 'key-row' : 'key-row over'}>
            <div class="key-head">
              <h3>{key.name}</h3>
              {state !== 'Active' && <span class="pill">{state}</span>}
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
              <a class="button danger" href={`${BASE}/keys/${key.id}/revoke`} aria-label={`Revoke ${key.name}`}>
                Revoke
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Returns the state of a key, in a word. */
export function stateOf({ revokedAt, expiresAt }: KeyInfo, now: number): 'Active' | 'Revoked' | 'Expired' {
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
