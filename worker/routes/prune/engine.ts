import packageJson from '../../../package.json' with { type: 'json' };
import { createEmbeddedPruner } from '../../../src/engine/embedded.ts';
import type { Pruner } from '../../../src/engine/pruner.ts';
import { questionScorer } from '../../../src/engine/score/learned/question-scorer.ts';
import { sessionScorer } from '../../../src/engine/score/learned/session-scorer.ts';
import { createAutoPruner } from '../../../src/remote-pruner/auto-pruner.ts';
import { createUpstreamPruner } from '../../../src/remote-pruner/upstream-pruner.ts';
import type { UpstreamStatus } from '../../../src/remote-pruner/upstream-status.ts';
import type { Pause } from '../../../src/text/cooperative-task.ts';
import type { WorkerSettings } from '../../settings/settings.ts';

/** A pruning engine, as the app needs it. */
export interface Engine {
  readonly pruner: Pruner;
  /** Name shown by `/health`. */
  readonly backend: string;
  /** Version for the cache: an engine that answers differently must have another one. */
  readonly version: string;
  /** Additional version for answers to requests with a `context`. */
  readonly sessionVersion?: string | undefined;
  /** True if it prunes a small text within one turn of the event loop. */
  readonly prunesAtOnce?: boolean | undefined;
  /** Status of the upstream, if there is one. */
  readonly upstream?: (() => UpstreamStatus) | undefined;
}

/** Traces the work of an engine. */
export interface EngineTracing {
  readonly fetch: typeof fetch;
  readonly pruner: (pruner: Pruner) => Pruner;
}

/** Creates the embedded engine. It yields between the parts of a large text. */
export function embeddedEngine(pause: Pause, tracing?: EngineTracing): Engine {
  const pruner = embeddedPruner(pause, tracing);
  const sessionVersion = `${sessionScorer.name}/${sessionScorer.version}`;
  return { pruner, backend: 'embedded', version: embeddedVersion(), sessionVersion, prunesAtOnce: true };
}

/** Creates the engine that the environment selects. */
export function chooseEngine(
  { engine, upstream: settings }: WorkerSettings,
  pause: Pause,
  tracing?: EngineTracing,
): Engine {
  if (settings === undefined) return embeddedEngine(pause, tracing);
  const upstream = createUpstreamPruner({ ...settings, pause, fetch: tracing?.fetch });
  const embedded = embeddedPruner(pause, tracing);
  return {
    pruner: engine === 'auto' ? createAutoPruner({ upstream, embedded }) : upstream,
    backend: engine,
    // Fallback answers of the embedded engine are not cached.
    version: `upstream ${settings.url} ${packageJson.version}`,
    upstream: () => upstream.status(),
  };
}

function embeddedPruner(pause: Pause, tracing: EngineTracing | undefined): Pruner {
  const pruner = createEmbeddedPruner({ pause });
  return tracing?.pruner(pruner) ?? pruner;
}

/** Includes the release, which may change how lines are cut and shown. */
function embeddedVersion(): string {
  return `embedded ${packageJson.version} ${questionScorer.name}/${questionScorer.version}`;
}
