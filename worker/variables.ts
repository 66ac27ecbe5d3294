import { DEFAULT_LIMITS } from './limits.ts';

/** What the worker's entries read from their environment; the README's table is made of it. */
export const WORKER_VARIABLES: Readonly<
  Record<string, { readonly fallback: string; readonly allowed: string; readonly effect: string }>
> = {
  PRUNER_MAX_BODY_BYTES: {
    fallback: String(DEFAULT_LIMITS.bodyBytes),
    allowed: 'integer from 1',
    effect: 'Largest body of a request; a larger one is answered 413.',
  },
  PORT: {
    fallback: '8000',
    allowed: 'integer 0..65535',
    effect: 'Where the Deno entry listens; Node takes `--port`, Cloudflare has none.',
  },
};
