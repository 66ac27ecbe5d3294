import type { WorkerContext } from './worker-context.ts';

/** Returns a request's source address, if the host knows it. */
export function clientAddress(c: { readonly env: unknown }): string | undefined {
  // Without bindings, Hono has no `env` at all.
  return (c.env as WorkerContext['Bindings'] | undefined)?.address?.();
}
