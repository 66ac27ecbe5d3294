import { createApp } from './app.ts';
import { jsonLines } from './events/worker-event.ts';
import { limitsFrom } from './limits.ts';

/** The variables and secrets of `wrangler.toml`. */
export interface CloudflareEnv {
  readonly PRUNER_MAX_BODY_BYTES?: string;
}

let app: ReturnType<typeof createApp> | undefined;

// The environment comes with the first request and stays the same for an isolate's life. Workers Logs take a line each.
const appFor = (env: CloudflareEnv): ReturnType<typeof createApp> => {
  app ??= createApp({ limits: limitsFrom({ ...env }), log: jsonLines((line) => console.log(line.trimEnd())) });
  return app;
};

/** The Cloudflare entry. */
const worker: { fetch(request: Request, env: CloudflareEnv): Response | Promise<Response> } = {
  fetch: (request, env) => appFor(env).fetch(request, env),
};

export default worker;
