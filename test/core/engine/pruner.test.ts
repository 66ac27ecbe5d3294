import { createEmbeddedPruner } from '../../../src/engine/embedded.ts';
import type { Pruner } from '../../../src/engine/pruner.ts';
import { createAutoPruner } from '../../../src/remote-pruner/auto-pruner.ts';
import { createHttpPruner } from '../../../src/remote-pruner/http-pruner.ts';
import { createPreferredPruner } from '../../../src/remote-pruner/preferred-pruner.ts';
import { createApp } from '../../../worker/app/app.ts';
import { prunerContract } from '../../contract/pruner.ts';
import { answerLikeUpstream, upstreamDouble } from '../remote-pruner/upstream-double.ts';

/** The real worker, called in process. Its first answer says which fields it supports. */
function workerPruner(): Pruner {
  const app = createApp({});
  const toWorker = async (input: string | URL | Request, init?: RequestInit) => app.request(String(input), init);
  const pruner = createHttpPruner({
    ...{ url: 'http://localhost/prune', timeoutMs: 30_000, fetch: toWorker as typeof fetch },
  });
  let first: Promise<unknown> | undefined;
  return {
    async prune(request, options) {
      first ??= pruner.prune({ text: 'a', question: 'a' });
      await first;
      return await pruner.prune(request, options);
    },
  };
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
prunerContract('the upstream pruner before a swe-pruner', () => upstreamDouble(answerLikeUpstream).pruner);
prunerContract('the auto pruner while its upstream fails', () =>
  createAutoPruner({
    upstream: upstreamDouble(() => new Response(null, { status: 500 })).pruner,
    embedded: createEmbeddedPruner(),
  }),
);
