import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Migration } from '../src/storage/migration.ts';
import { MIGRATIONS } from '../src/storage/migrations.ts';

const FOLDER = fileURLToPath(new URL('../worker/migrations/', import.meta.url));

/** Formats a step of the schema for `wrangler d1 migrations apply`. */
export function toFile({ statements }: Migration): string {
  return `-- Made by \`pnpm migrations\` from src/storage/migrations.\n${statements.map((one) => `${one};\n`).join('')}`;
}

if (import.meta.main) {
  mkdirSync(FOLDER, { recursive: true });
  for (const migration of MIGRATIONS) writeFileSync(FOLDER + migration.name, toFile(migration));
}
