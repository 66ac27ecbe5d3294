import { createEmbeddedPruner } from '../../src/pruning/embedded.ts';
import { createHttpPruner } from '../../src/pruning/http-pruner.ts';
import { createPreferredPruner } from '../../src/pruning/preferred-pruner.ts';
import type { Pruner } from '../../src/pruning/pruner.ts';
import type { Config } from '../config/config.ts';
import { loggableUrl } from '../config/pruner-url.ts';

export interface ChosenPruner {
  readonly pruner: Pruner;
  /** As events show it: no key, no query. */
  readonly endpoint: string;
}

/** The pruner that the environment asks for, `undefined` where pruning is off: DESIGN, decision 4. */
export function choosePruner(config: Config, now: () => number): ChosenPruner | undefined {
  if (config.prunerUrl === '') return undefined;
  const embedded = createEmbeddedPruner();
  if (config.prunerUrl === 'embedded') return { pruner: embedded, endpoint: 'embedded' };
  const remote = createHttpPruner({
    url: config.prunerUrl,
    apiKey: config.prunerApiKey,
    timeoutMs: config.prunerTimeoutMs,
  });
  const standInFor = config.prunerFallback === 'embedded' ? 'any' : config.prunerUrlGiven ? 'none' : 'unreachable';
  return {
    pruner: createPreferredPruner({ remote, embedded, standInFor, now }),
    endpoint: loggableUrl(config.prunerUrl),
  };
}
