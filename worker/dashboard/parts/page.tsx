import { html } from 'hono/html';
import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';
import { BASE } from '../base-path.ts';
import { seesAudit, type Viewer } from '../session/viewer.ts';
import { STYLE_PATH } from '../style/stylesheet.ts';
import { TokenField } from './token-field.tsx';

type PageName = 'overview' | 'keys' | 'teams' | 'audit';

export interface PageProps {
  /** Title of the page; starts with "Error: " if a form is invalid. */
  readonly title: string;
  /** Undefined if nobody is signed in. */
  readonly viewer?: Viewer | undefined;
  readonly current?: PageName | undefined;
  readonly children?: Child;
}

/** Renders a whole page: head, skip link, navigation and main. */
export function Page({ title, viewer, current, children }: PageProps): JSX.Element {
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        {/* Without an origin the browser's own word that a form is ours would be missing where there is no TLS. */}
        <meta name="referrer" content="same-origin" />
        <title>{`${title} · mcp-pruner`}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href={STYLE_PATH} />
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to content
        </a>
        <Masthead viewer={viewer} current={current} />
        <main id="main" tabindex={-1}>
          {children}
        </main>
        <footer class="foot">
          <p>All times are UTC. The ledger stores counts and sizes, never text or questions.</p>
        </footer>
      </body>
    </html>
  );
  return html`<!doctype html>${page}` as JSX.Element;
}

function Masthead({ viewer, current }: Pick<PageProps, 'viewer' | 'current'>): JSX.Element {
  const isRoot = viewer?.principal.kind === 'root';
  const link = (page: PageName, href: string, text: string): JSX.Element => (
    <li>
      <a href={href} aria-current={current === page ? 'page' : undefined}>
        {text}
      </a>
    </li>
  );
  return (
    <header class="masthead">
      <div class="masthead-in">
        <a class="brand" href={BASE}>
          <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
            <path d="M4 6h16M4 12h9M4 18h5" />
            <path class="cut" d="M16.5 12H20M12.5 18H20" />
          </svg>
          mcp-pruner
        </a>
        {viewer?.manages === true && (
          <nav aria-label="Main">
            <ul>
              {link('overview', BASE, 'Overview')}
              {link('keys', `${BASE}/keys`, 'Keys')}
              {isRoot && link('teams', `${BASE}/teams`, 'Teams')}
              {seesAudit(viewer) && link('audit', `${BASE}/audit`, 'Audit')}
            </ul>
          </nav>
        )}
        {viewer !== undefined && (
          <div class="who">
            <span class="who-name">
              {viewer.name}
              {viewer.teamName !== undefined && <span class="who-team"> · {viewer.teamName}</span>}
            </span>
            {viewer.signedIn && (
              <form method="post" action={`${BASE}/sign-out`}>
                <TokenField token={viewer.formToken} />
                <button class="quiet" type="submit">
                  Sign out
                </button>
              </form>
            )}
          </div>
        )}
      </div>
    </header>
  );
}
