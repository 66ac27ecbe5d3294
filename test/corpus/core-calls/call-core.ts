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

/** `node call-core.ts FILE GROUP`: makes a group's calls of the core in FILE, and prints each as a line of JSON. */
if (import.meta.main) {
  const [, , file = '', group = ''] = process.argv;
  const core = (await import(pathToFileURL(file).href)) as Core;
  await CORE_GROUPS[group]?.(core, (name, input, output) => {
    process.stdout.write(`${JSON.stringify({ name, input, output: output ?? null })}\n`);
  });
}
