import { Hono } from 'hono';
import { html } from 'hono/html';
import { secureHeaders } from 'hono/secure-headers';
import type { WorkerContext } from '../../http/worker-context.ts';
import { DocsPage } from './docs-page.tsx';
import { DOCS_STYLE } from './docs-style.ts';
import { type OpenApiDocument, toOpenApi } from './openapi.ts';
import { OPERATIONS } from './operations.ts';

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
