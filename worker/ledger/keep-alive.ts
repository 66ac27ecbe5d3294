import type { Context } from 'hono';
import type { KeepAlive } from '../../src/ledger/ledger.ts';
import type { WorkerContext } from '../worker-context.ts';

/** How to go on with something after the answer: Cloudflare's `waitUntil`, and nothing where a process lives on anyway. */
export function keepAliveOf(c: Context<WorkerContext>): KeepAlive {
  let context: { waitUntil(work: Promise<unknown>): void } | undefined;
  try {
    context = c.executionCtx;
  } catch {
    // Hono's way to say that this runtime has none.
  }
  return (work) => context?.waitUntil(work);
}
