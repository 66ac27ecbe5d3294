import type { Command } from '../command.ts';

const data = {
  type: 'string',
  value: 'DIR',
  help: 'Folder in which serve stores (default ~/.mcp-pruner/worker).',
} as const;

const place = { type: 'string', value: 'PLACE', help: 'A folder of serve, or a postgres:// URL.' } as const;

/** Commands that back up, restore and move a worker's data. */
export const BACKUP_COMMANDS: readonly Command[] = [
  {
    name: 'backup',
    usage: 'mcp-pruner backup [--data DIR] [--force] FILE',
    summary: 'Copy what the worker stores into FILE, also while it runs; the copy is checked.',
    options: { data, force: { type: 'boolean', help: 'Replace FILE if it is there.' } },
    operands: 1,
    run: async (context, given, operands) => (await import('./backup-command.ts')).runBackup(context, given, operands),
  },
  {
    name: 'restore',
    usage: 'mcp-pruner restore [--data DIR] [--force] FILE',
    summary: 'Put the backup FILE in the place of what the worker stores, once it is checked; stop the worker first.',
    options: { data, force: { type: 'boolean', help: 'Set aside what is stored now.' } },
    operands: 1,
    run: async (context, given, operands) =>
      (await import('./restore-command.ts')).runRestore(context, given, operands),
  },
  {
    name: 'migrate',
    usage: 'mcp-pruner migrate --from PLACE --to PLACE',
    summary: 'Copy what the worker stores from SQLite into PostgreSQL, or back; stop the worker first.',
    options: { from: place, to: place },
    operands: 0,
    run: async (context, given) => (await import('./migrate-command.ts')).runMigrate(context, given),
  },
];
