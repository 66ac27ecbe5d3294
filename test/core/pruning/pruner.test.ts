import { createEmbeddedPruner } from '../../../src/pruning/embedded.ts';
import { createHttpPruner } from '../../../src/pruning/http-pruner.ts';
import { createPreferredPruner } from '../../../src/pruning/preferred-pruner.ts';
import { createApp } from '../../../worker/app.ts';
import { prunerContract } from '../../contract/pruner.ts';

/** The real worker, asked in process. */
function workerPruner() {
  const app = createApp({});
  const toWorker = async (input: string | URL | Request, init?: RequestInit) => app.request(String(input), init);
  return createHttpPruner({ url: 'http://worker/prune', timeoutMs: 30_000, fetch: toWorker as typeof fetch });
}

prunerContract('the embedded engine', () => createEmbeddedPruner());
prunerContract('the HTTP pruner before our worker', workerPruner);
prunerContract('the preferred pruner', () =>
  createPreferredPruner({
    remote: { prune: async () => ({ ok: false, code: 'http_error', message: 'x', unreachable: true }) },
    embedded: createEmbeddedPruner(),
    standInFor: 'unreachable',
    now: () => 0,
  }),
);
