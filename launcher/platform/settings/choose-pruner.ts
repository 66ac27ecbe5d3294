import type { Pruner } from '../../../src/engine/pruner.ts';
import type { PruneStage } from '../../../src/shorten/options.ts';
import type { Config } from './config.ts';
import { loggableUrl } from './pruner-url.ts';

/** The pruner and its name for logs, without key and query. */
export type ChosenPruner = NonNullable<PruneStage['chosen']>;

/** Returns the configured pruner, which is loaded on first use; undefined if pruning is off. */
export function choosePruner(config: Config, now: () => number): ChosenPruner | undefined {
  if (config.prunerUrl === '') return undefined;
  let loading: Promise<Pruner> | undefined;
  const pruner: Pruner = {
    async prune(request, options) {
      loading ??= loadPruner(config, now);
      return (await loading).prune(request, options);
    },
  };
  return { pruner, endpoint: config.prunerUrl === 'embedded' ? 'embedded' : loggableUrl(config.prunerUrl) };
}

async function loadPruner(config: Config, now: () => number): Promise<Pruner> {
  const { createEmbeddedPruner } = await import('../../../src/engine/embedded.ts');
  const embedded = createEmbeddedPruner();
  if (config.prunerUrl === 'embedded') return embedded;
  const { createHttpPruner } = await import('../../../src/remote-pruner/http-pruner.ts');
  const { createPreferredPruner } = await import('../../../src/remote-pruner/preferred-pruner.ts');
  const { prunerUrl: url, prunerApiKey: apiKey, prunerTimeoutMs: timeoutMs, prunerVerify: verify } = config;
  const remote = createHttpPruner({ url, apiKey, timeoutMs, verify });
  const standInFor = config.prunerFallback === 'embedded' ? 'any' : config.prunerUrlGiven ? 'none' : 'unreachable';
  return createPreferredPruner({ remote, embedded, standInFor, now });
}
