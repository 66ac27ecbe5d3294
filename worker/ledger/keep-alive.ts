import type { Context } from 'hono';
import type { KeepAlive } from '../../src/ledger/ledger.ts';
import type { WorkerContext } from '../worker-context.ts';

const nothing: KeepAlive = () => {};

/** How to go on with something after the answer. A host that ends with it, as Cloudflare does, hands it in. */
export function keepAliveOf(c: Context<WorkerContext>): KeepAlive {
  // Without bindings Hono has no `env` at all.
  return (c.env as WorkerContext['Bindings'] | undefined)?.keepAlive ?? nothing;
}
