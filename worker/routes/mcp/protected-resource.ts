import { Hono } from 'hono';
import type { WorkerContext } from '../../http/worker-context.ts';
import type { ProviderSettings } from '../../settings/settings.ts';

const PATH = '/.well-known/oauth-protected-resource/mcp';

/** Publishes how clients of `/mcp` get a token from the identity provider (RFC 9728). Mount it before `/mcp`. */
export function protectedResource({ issuer, publicUrl, scopes }: ProviderSettings): Hono<WorkerContext> {
  const routes = new Hono<WorkerContext>();
  routes.get(PATH, (c) =>
    c.json({
      resource: `${publicUrl}/mcp`,
      authorization_servers: [issuer],
      bearer_methods_supported: ['header'],
      scopes_supported: scopes.split(' '),
    }),
  );
  routes.use('/mcp', async (c, next) => {
    await next();
    if (c.res.status === 401) c.header('WWW-Authenticate', `Bearer resource_metadata="${publicUrl}${PATH}"`);
  });
  return routes;
}
