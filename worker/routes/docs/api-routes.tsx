import { Hono } from 'hono';
import { html } from 'hono/html';
import { secureHeaders } from 'hono/secure-headers';
import type { WorkerContext } from '../../http/worker-context.ts';
import { DocsPage } from './docs-page.tsx';
import { type OpenApiDocument, toOpenApi } from './openapi.ts';
import { OPERATIONS } from './operations.ts';

/** The stylesheet of `/docs`: light and dark, readable on a phone. */
const DOCS_STYLE = `
:root {
  color-scheme: light dark;
  --ground: #fbfbfa; --ink: #1b1c1a; --quiet: #5c5f58; --line: #dcded8; --accent: #0b6b4f; --raised: #ffffff;
}
@media (prefers-color-scheme: dark) {
  :root { --ground: #141513; --ink: #ecede9; --quiet: #a6aaa0; --line: #31342f; --accent: #6fd3b0; --raised: #1b1d1a; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1.5rem; }
body {
  margin: 0; padding: 1.5rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.6 system-ui, sans-serif;
  display: grid; gap: 0 3rem; grid-template-columns: minmax(0, 1fr);
}
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1.5rem; top: 0.5rem; background: var(--raised); padding: 0.5rem 1rem; }
.name { font-weight: 650; margin: 0; }
.version, .needs, .answer { color: var(--quiet); margin: 0.25rem 0; }
nav ul { list-style: none; padding: 0; margin: 1.5rem 0; font-size: 0.9rem; }
nav a { display: block; padding: 0.3rem 0; text-decoration: none; color: var(--ink); overflow-wrap: anywhere; }
nav a:hover { color: var(--accent); }
.method { font: 600 0.75rem ui-monospace, monospace; color: var(--accent); display: inline-block; min-width: 3.6rem; }
main { max-width: 56rem; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 1rem; }
h2 { font-size: 1.15rem; margin: 0 0 0.25rem; }
main > section { border-top: 1px solid var(--line); padding: 2rem 0 1.5rem; }
.route { margin: 0; }
code { font: 0.875em ui-monospace, monospace; }
.scroll { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem; }
caption { text-align: left; font-weight: 600; padding: 0.25rem 0; }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 1rem 0.4rem 0; border-bottom: 1px solid var(--line); }
thead th { color: var(--quiet); font-weight: 500; }
tbody th { font-weight: 400; white-space: nowrap; }
.required { color: var(--quiet); font-size: 0.8rem; }
@media (min-width: 60rem) {
  body { grid-template: auto 1fr / 16rem minmax(0, 1fr); padding: 2.5rem 3rem; }
  header { grid-column: 1; }
  nav { grid-column: 1; position: sticky; top: 2rem; align-self: start; }
  main { grid-column: 2; grid-row: 1 / span 2; }
}
`;

const STYLE_PATH = '/docs/style.css';

/** Serves `/openapi.json` and `/docs`. They need no key, contain no secret, and load nothing from elsewhere. */
export function apiRoutes(version: string): Hono<WorkerContext> {
  let made: OpenApiDocument | undefined;
  // Lazy, because it takes a few milliseconds that most processes never need.
  const document = (): OpenApiDocument => {
    made ??= toOpenApi(OPERATIONS, version);
    return made;
  };
  const routes = new Hono<WorkerContext>();
  routes.get('/openapi.json', (c) => c.json(document()));
  routes.get(
    '/docs',
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        styleSrc: ["'self'"],
        imgSrc: ['data:'],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    }),
    (c) => c.html(html`<!DOCTYPE html>${<DocsPage document={document()} styles={STYLE_PATH} />}`),
  );
  routes.get(STYLE_PATH, (c) => c.body(DOCS_STYLE, 200, { 'Content-Type': 'text/css; charset=utf-8' }));
  return routes;
}
