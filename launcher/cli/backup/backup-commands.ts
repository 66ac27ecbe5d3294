import type { Command } from '../command.ts';

const data = {
  type: 'string',
  value: 'DIR',
  help: 'Data folder of serve (default ~/.mcp-pruner/worker).',
} as const;

const place = { type: 'string', value: 'PLACE', help: 'A data folder of serve, or a postgres:// URL.' } as const;

/** Commands that back up, restore and move a worker's data. */
export const BACKUP_COMMANDS: readonly Command[] = [
  {
    name: 'backup',
    usage: 'mcp-pruner backup [--data DIR] [--force] FILE',
    summary: 'Copy the worker’s data into FILE and check the copy; works while the worker runs.',
    options: { data, force: { type: 'boolean', help: 'Replace an existing FILE.' } },
    operands: 1,
    run: async (context, given, operands) => (await import('./backup-command.ts')).runBackup(context, given, operands),
  },
  {
    name: 'restore',
    usage: 'mcp-pruner restore [--data DIR] [--force] FILE',
    summary: 'Check the backup FILE and restore the worker’s data from it; stop the worker first.',
    options: { data, force: { type: 'boolean', help: 'Rename the current data and replace it.' } },
    operands: 1,
    run: async (context, given, operands) =>
      (await import('./restore-command.ts')).runRestore(context, given, operands),
  },
  {
    name: 'migrate',
    usage: 'mcp-pruner migrate --from PLACE --to PLACE',
    summary: 'Copy the worker’s data from SQLite into PostgreSQL, or back; stop the worker first.',
    options: { from: place, to: place },
    operands: 0,
    run: async (context, given) => (await import('./migrate-command.ts')).runMigrate(context, given),
  },
];
