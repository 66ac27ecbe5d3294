import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CACHE } from '../../runtime/build-once.ts';
import { NODE, ROOT } from '../../runtime/started.ts';

const COPIED = [
  'src',
  'worker',
  'launcher',
  '.build',
  'test/runtime',
  'package.json',
  'tsconfig.json',
  '.tsconfig.base.json',
];
const LINKED = ['node_modules', 'test/node_modules'];
/** A step that only adds, and the version that brings it. */
const STEP = `  { name: '9999_later.from-0.1.0.sql', statements: ['CREATE TABLE later (id TEXT PRIMARY KEY)', 'ALTER TABLE keys ADD COLUMN later TEXT'] },\n`;
const VERSION = '0.2.0';

/** Builds a later version with one more step of the schema. Returns the path of its command. */
export function buildNextVersion(): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'mcp-pruner-next-'));
  for (const name of COPIED) cpSync(path.join(ROOT, name), path.join(copy, name), { recursive: true });
  for (const name of LINKED) symlinkSync(path.join(ROOT, name), path.join(copy, name));
  edit(path.join(copy, 'src/storage/migrations.ts'), /\n\];\n$/, `\n${STEP}];\n`);
  edit(path.join(copy, 'package.json'), /"version": "[^"]+"/, `"version": "${VERSION}"`);
  const to = path.join(CACHE, `next-${process.pid}`);
  execFileSync(NODE, [path.join(copy, 'test/runtime/build-once.ts'), 'bin', to], { stdio: 'inherit' });
  rmSync(copy, { recursive: true });
  return path.join(to, 'index.js');
}

function edit(file: string, found: RegExp, by: string): void {
  const text = readFileSync(file, 'utf8');
  if (!found.test(text)) throw new Error(`cannot edit "${file}": expected ${found}`);
  writeFileSync(file, text.replace(found, by));
}
