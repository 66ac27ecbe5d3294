import { shownServer } from '../../gateway/config/shown-server.ts';
import type { ImportedServer } from '../../setup/import/import-servers.ts';
import { literalSecrets } from '../../setup/import/literal-secrets.ts';
import { printable } from '../printable.ts';
import { toSecretWarning } from './secret-warning.ts';
import { targetOf } from './server-row.ts';

export const IMPORT_HEAD = ['NAME', 'RESULT', 'HOST', 'COMMAND OR URL, OR WHY NOT'] as const;

export function toImportRow({ found: { name, host, usable }, result, why }: ImportedServer): readonly string[] {
  const target = usable.ok ? targetOf(usable.config) : '';
  return [name, result, host, why ?? target].map(printable);
}

export function toImportJson({ found, result, why }: ImportedServer): object {
  const { name, host, file, usable } = found;
  return { name, host, file, result, why, ...(usable.ok ? { server: shownServer(usable.config) } : {}) };
}

/** Returns warnings about an imported server. */
export function importWarnings({ found: { name, usable }, result }: ImportedServer): readonly string[] {
  if (!usable.ok || (result !== 'added' && result !== 'would add')) return [];
  const notes = usable.notes.map((note) => `${JSON.stringify(name)}: ${note}`);
  return [...notes, ...literalSecrets(usable.config).map((path) => toSecretWarning(name, path))];
}
