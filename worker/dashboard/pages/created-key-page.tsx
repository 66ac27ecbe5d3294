import type { JSX } from 'hono/jsx/jsx-runtime';
import { BASE } from '../base-path.ts';
import { CommandBox } from '../parts/command.tsx';
import { firstRequest } from '../parts/empty-state.tsx';
import { Page } from '../parts/page.tsx';
import type { Viewer } from '../session/viewer.ts';

export interface CreatedKeyPageProps {
  readonly viewer: Viewer;
  readonly name: string;
  /** The whole key. Not named `key`, which is reserved in JSX. */
  readonly secret: string;
  readonly origin: string;
}

/** Shows a new key; no other page ever does. */
export function CreatedKeyPage({ viewer, name, secret, origin }: CreatedKeyPageProps): JSX.Element {
  return (
    <Page title="Key created" viewer={viewer} current="keys">
      <div class="door wide">
        <h1>The key for {name}</h1>
        <p class="notice warn" role="status">
          Copy it now. Only a hash of it is stored: it cannot be shown again, not even by reloading this page.
        </p>
        <section class="card stack">
          <div class="field">
            <label for="created-key">Key</label>
            <textarea id="created-key" class="mono" rows={2} readonly autocomplete="off" spellcheck={false}>
              {secret}
            </textarea>
          </div>
          <h2>Use it in your agent</h2>
          <CommandBox label="Environment" text={`PRUNER_URL=${origin}/prune\nPRUNER_API_KEY=${secret}`} />
          <h2>Or try it in a shell</h2>
          <CommandBox label="First request" text={firstRequest(origin, true, secret)} />
          <p>
            <a class="button" href={`${BASE}/keys`}>
              I have copied it
            </a>
          </p>
        </section>
      </div>
    </Page>
  );
}
