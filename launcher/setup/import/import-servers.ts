import { saveEdit } from '../../gateway/config/save-edit.ts';
import type { ImportState, PlannedServer } from './plan-import.ts';

/** A host's server and the result of importing it. */
export interface ImportedServer extends PlannedServer {
  readonly result: ImportState | 'added' | 'would add' | 'failed';
}

export interface ImportOptions {
  /** Path of our configuration file. */
  readonly file: string;
  readonly chosen: (name: string) => boolean;
  /** True if nothing is written. */
  readonly dryRun: boolean;
}

/** Adds the planned servers that are new and chosen, one at a time. One that fails does not stop the others. */
export async function importServers(
  planned: readonly PlannedServer[],
  { file, chosen, dryRun }: ImportOptions,
): Promise<readonly ImportedServer[]> {
  const imported: ImportedServer[] = [];
  for (const one of planned) {
    const { name, usable } = one.found;
    if (one.state !== 'new' || !usable.ok || !chosen(name)) imported.push({ ...one, result: one.state });
    else if (dryRun) imported.push({ ...one, result: 'would add' });
    else {
      const saved = await saveEdit(file, { kind: 'add', name, server: usable.entry });
      imported.push(saved.ok ? { ...one, result: 'added' } : { ...one, result: 'failed', why: saved.message });
    }
  }
  return imported;
}
