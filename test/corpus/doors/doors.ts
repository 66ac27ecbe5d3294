import type { Door } from '../scene.ts';
import { commandLine } from './command-line.ts';
import { contextTools } from './context-tools.ts';
import { core } from './core.ts';
import { eras } from './eras.ts';
import { gateway } from './gateway/gateway.ts';
import { hooks } from './hooks.ts';
import { ownTools } from './own-tools.ts';
import { remotePruner } from './remote-pruner.ts';
import { worker } from './worker/worker.ts';

/** All ways into the package. */
export const DOORS: readonly Door[] = [
  core,
  ownTools,
  remotePruner,
  contextTools,
  eras,
  gateway,
  hooks,
  worker,
  commandLine,
];
