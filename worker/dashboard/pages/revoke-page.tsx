import type { JSX } from 'hono/jsx/jsx-runtime';
import type { KeyInfo } from '../../../src/teams/keys/directory.ts';
import { BASE } from '../base-path.ts';
import { toTimestamp } from '../format/times.ts';
import { Page } from '../parts/page.tsx';
import { TokenField } from '../parts/token-field.tsx';
import type { Viewer } from '../session/viewer.ts';

/** Asks for confirmation before a key is revoked, because that cannot be undone. */
export function RevokePage({ viewer, target }: { readonly viewer: Viewer; readonly target: KeyInfo }): JSX.Element {
  const used =
    target.lastUsedAt === null ? 'It has never been used.' : `It was last used ${toTimestamp(target.lastUsedAt)}.`;
  return (
    <Page title={`Revoke ${target.name}`} viewer={viewer} current="keys">
      <div class="door">
        <h1>Revoke “{target.name}”?</h1>
        <p class="lead">
          All further requests with this key of {target.teamName} are refused. This cannot be undone. {used}
        </p>
        <form class="row" method="post" action={`${BASE}/keys/${target.id}/revoke`}>
          <TokenField token={viewer.formToken} />
          <button class="danger" type="submit">
            Revoke the key
          </button>
          <a class="button quiet" href={`${BASE}/keys`}>
            Cancel
          </a>
        </form>
      </div>
    </Page>
  );
}
