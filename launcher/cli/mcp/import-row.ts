import { shownServer } from '../../gateway/config/shown-server.ts';
import type { ImportState, PlannedServer } from '../../gateway/import/plan-import.ts';
import { printable } from './printable.ts';
import { targetOf } from './server-row.ts';

/** A server of a host, and what was made of it. */
export interface ImportedServer extends PlannedServer {
  readonly result: ImportState | 'added' | 'would add' | 'failed';
}

export const IMPORT_HEAD = ['NAME', 'RESULT', 'HOST', 'COMMAND OR URL, OR WHY NOT'] as const;

export function toImportRow({ found: { name, host, usable }, result, why }: ImportedServer): readonly string[] {
  const target = usable.ok ? targetOf(usable.config) : '';
  return [name, result, host, why ?? target].map(printable);
}

export function toImportJson({ found, result, why }: ImportedServer): object {
  const { name, host, file, usable } = found;
  return { name, host, file, result, why, ...(usable.ok ? { server: shownServer(usable.config) } : {}) };
}
