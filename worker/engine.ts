import packageJson from '../package.json' with { type: 'json' };
import { createEmbeddedPruner } from '../src/pruning/embedded.ts';
import { lexicalScorer } from '../src/pruning/lexical-scorer.ts';
import type { Pruner } from '../src/pruning/pruner.ts';
import type { Pause } from '../src/pruning/steps.ts';

/** Who prunes, as the app needs to know it. */
export interface Engine {
  readonly pruner: Pruner;
  /** The name that `/health` gives it. */
  readonly backend: string;
  /** What answers differently has another version: answers are remembered under it. */
  readonly version: string;
}

/** The embedded engine alone; it lets others compute between the parts of a large text. */
export function embeddedEngine(pause: Pause): Engine {
  return { pruner: createEmbeddedPruner({ pause }), backend: 'embedded', version: embeddedVersion() };
}

/** A release may change how lines are cut and shown, so it is a part of the version. */
export function embeddedVersion(): string {
  return `embedded ${packageJson.version} ${lexicalScorer.name}/${lexicalScorer.version}`;
}
