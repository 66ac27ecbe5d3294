import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Note } from '../call.ts';
import type { Core } from './core-module.ts';
import { keepArtifacts } from './keep-artifacts.ts';
import { pruneOutputs } from './prune-outputs.ts';
import { readSessions } from './read-sessions.ts';
import { shapeData } from './shape-data.ts';

export const CORE_GROUPS: Readonly<Record<string, (core: Core, note: Note) => Promise<void>>> = {
  'keep artifacts': keepArtifacts,
  'prune outputs': pruneOutputs,
  'shape data': shapeData,
  'read sessions': readSessions,
};

/** Records the names that each entry of the package exports. */
async function noteExports(folder: string, note: Note): Promise<void> {
  for (const entry of ['core.js', 'worker.js', 'client.js', 'runner.js']) {
    const names = Object.keys((await import(pathToFileURL(path.join(folder, entry)).href)) as object);
    note(`names of ${entry}`, entry, names.toSorted());
  }
}

/** `node call-core.ts FILE GROUP`: makes a group's calls of the core in FILE, and prints each as a line of JSON. */
if (import.meta.main) {
  const [, , file = '', group = ''] = process.argv;
  const core = (await import(pathToFileURL(file).href)) as Core;
  const note: Note = (name, input, output) => {
    process.stdout.write(`${JSON.stringify({ name, input, output: output ?? null })}\n`);
  };
  if (group === 'keep artifacts') await noteExports(path.dirname(file), note);
  await CORE_GROUPS[group]?.(core, note);
}
