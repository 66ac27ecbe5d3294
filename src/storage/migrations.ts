import type { Migration } from './migration.ts';
import { contextSchema } from './migrations/context-schema.ts';
import { WORKER_TABLES } from './migrations/worker-schema.ts';

const { name, statements, postgres } = contextSchema;

/** All migrations of a worker, oldest first. A released one never changes. `pnpm migrations` writes them as files. */
export const MIGRATIONS: readonly Migration[] = [
  { name, statements: [...statements, ...WORKER_TABLES], postgres: [...postgres, ...WORKER_TABLES] },
];
