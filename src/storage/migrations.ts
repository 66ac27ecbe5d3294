import type { Migration } from './migration.ts';
import { activeFile } from './migrations/active-file.ts';
import { contextSchema } from './migrations/context-schema.ts';
import { dropRequests } from './migrations/drop-requests.ts';
import { workerSchema } from './migrations/worker-schema.ts';

/** All migrations of a worker, oldest first. A released one never changes. `pnpm migrations` writes them as files. */
export const MIGRATIONS: readonly Migration[] = [contextSchema, workerSchema, dropRequests, activeFile];
