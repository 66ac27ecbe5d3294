import type { Context } from 'hono';
import type { KeepAlive } from '../../src/teams/usage/ledger.ts';
import type { WorkerContext } from '../http/worker-context.ts';

const nothing: KeepAlive = () => {};

/**
 * Returns the function that continues work after the answer. A host that ends with the answer, such as Cloudflare,
 * provides one.
 */
export function keepAliveOf(c: Context<WorkerContext>): KeepAlive {
  // Without bindings, Hono has no `env` at all.
  return (c.env as WorkerContext['Bindings'] | undefined)?.keepAlive ?? nothing;
}
