import type { JSX } from 'hono/jsx/jsx-runtime';
import { BASE } from '../base-path.ts';
import type { Range } from '../data/ranges.ts';
import type { Viewer } from '../session/viewer.ts';
import { CommandBox } from './command.tsx';

export interface EmptyStateProps {
  readonly origin: string;
  readonly range: Range;
  readonly viewer: Viewer;
}

/** Explains what to do if there is no data yet. */
export function EmptyState({ origin, range, viewer }: EmptyStateProps): JSX.Element {
  const needsKey = viewer.principal.kind !== 'local';
  return (
    <section class="card empty" aria-labelledby="empty">
      <h2 id="empty">Nothing was pruned in the last {range.label}</h2>
      <p>
        Send a text and a question. The savings appear here a second later.
        {needsKey && viewer.manages && (
          <>
            {' '}
            You need a key with the scope “prune”: <a href={`${BASE}/keys#new`}>create one</a>.
          </>
        )}
      </p>
      <CommandBox label="Send a first request" text={firstRequest(origin, needsKey)} />
    </section>
  );
}

/** Returns a request that can be pasted into a shell. */
export function firstRequest(origin: string, needsKey: boolean, key = '$MCPP_KEY'): string {
  return [
    `curl ${origin}/prune \\`,
    ...(needsKey ? [`  -H "Authorization: Bearer ${key}" \\`] : []),
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"query": "what fails?", "code": "ok 1\\nok 2\\nError: boom\\nok 4\\n"}'`,
  ].join('\n');
}
