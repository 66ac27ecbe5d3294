import packageJson from '../package.json' with { type: 'json' };
import { createAutoPruner } from '../src/pruning/auto-pruner.ts';
import { createEmbeddedPruner } from '../src/pruning/embedded.ts';
import { questionScorer } from '../src/pruning/learned/question-scorer.ts';
import { sessionScorer } from '../src/pruning/learned/session-scorer.ts';
import type { Pruner } from '../src/pruning/pruner.ts';
import type { Pause } from '../src/pruning/steps.ts';
import { createUpstreamPruner } from '../src/pruning/upstream/upstream-pruner.ts';
import type { UpstreamStatus } from '../src/pruning/upstream/upstream-status.ts';
import type { WorkerSettings } from './settings.ts';

/** Who prunes, as the app needs to know it. */
export interface Engine {
  readonly pruner: Pruner;
  /** The name that `/health` gives it. */
  readonly backend: string;
  /** What answers differently has another version: answers are remembered under it. */
  readonly version: string;
  /** The same of answers to requests with a `context`, beside `version`. */
  readonly sessionVersion?: string | undefined;
  /** It prunes a small text within one turn of the event loop. */
  readonly prunesAtOnce?: boolean | undefined;
  /** How the upstream fares, where there is one. */
  readonly upstream?: (() => UpstreamStatus) | undefined;
}

/** The embedded engine alone; it lets others compute between the parts of a large text. */
export function embeddedEngine(pause: Pause): Engine {
  const pruner = createEmbeddedPruner({ pause });
  const sessionVersion = `${sessionScorer.name}/${sessionScorer.version}`;
  return { pruner, backend: 'embedded', version: embeddedVersion(), sessionVersion, prunesAtOnce: true };
}

/** The engine that the environment asks for. */
export function chooseEngine({ engine, upstream: settings }: WorkerSettings, pause: Pause): Engine {
  if (settings === undefined) return embeddedEngine(pause);
  const upstream = createUpstreamPruner({ ...settings, pause });
  const embedded = createEmbeddedPruner({ pause });
  return {
    pruner: engine === 'auto' ? createAutoPruner({ upstream, embedded }) : upstream,
    backend: engine,
    // What the embedded engine answers in its stead is not remembered.
    version: `upstream ${settings.url} ${packageJson.version}`,
    upstream: () => upstream.status(),
  };
}

/** A release may change how lines are cut and shown, so it is a part of the version. */
function embeddedVersion(): string {
  return `embedded ${packageJson.version} ${questionScorer.name}/${questionScorer.version}`;
}
