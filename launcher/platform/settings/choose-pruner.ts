import type { Tracing } from '../../../src/base/tracing/tracing.ts';
import type { Pruner } from '../../../src/engine/pruner.ts';
import type { PruneStage } from '../../../src/shorten/options.ts';
import type { Config } from './config.ts';
import { loggableUrl } from './pruner-url.ts';

/** The pruner and its name for logs, without key and query. */
export type ChosenPruner = NonNullable<PruneStage['chosen']>;

/** Returns the configured pruner, which is loaded on first use; undefined if pruning is off. */
export function choosePruner(config: Config, now: () => number, tracing?: Tracing): ChosenPruner | undefined {
  if (config.prunerUrl === '') return undefined;
  let loading: Promise<Pruner> | undefined;
  const pruner: Pruner = {
    async prune(request, options) {
      loading ??= loadPruner(config, now, tracing);
      return (await loading).prune(request, options);
    },
  };
  return { pruner, endpoint: config.prunerUrl === 'embedded' ? 'embedded' : loggableUrl(config.prunerUrl) };
}

async function loadPruner(config: Config, now: () => number, tracing: Tracing | undefined): Promise<Pruner> {
  const { createEmbeddedPruner } = await import('../../../src/engine/embedded.ts');
  const { loopPause } = await import('../loop-pause.ts');
  const embedded = createEmbeddedPruner({ pause: loopPause });
  if (config.prunerUrl === 'embedded') return embedded;
  const { createHttpPruner } = await import('../../../src/remote-pruner/http-pruner.ts');
  const { createPreferredPruner } = await import('../../../src/remote-pruner/preferred-pruner.ts');
  const { prunerUrl: url, prunerApiKey: apiKey, prunerTimeoutMs: timeoutMs, prunerVerify: verify } = config;
  const traced = tracing && (await import('../../../src/base/tracing/traced-fetch.ts')).tracedFetch(tracing);
  const remote = createHttpPruner({ url, apiKey, timeoutMs, verify, fetch: traced });
  const standInFor = config.prunerFallback === 'embedded' ? 'any' : config.prunerUrlGiven ? 'none' : 'unreachable';
  return createPreferredPruner({ remote, embedded, standInFor, now });
}
