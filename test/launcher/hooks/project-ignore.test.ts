import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readProjectIgnore } from '../../../launcher/hooks/project-ignore.ts';
import { tempDir } from '../../support/temp-dir.ts';

function project(lines: string): { readonly root: string; readonly below: string } {
  const root = tempDir();
  const below = path.join(root, 'packages', 'one');
  mkdirSync(below, { recursive: true });
  writeFileSync(path.join(root, '.mcp-prunerignore'), lines);
  return { root, below };
}

test.each(['*', '**', '# nothing is to be cut\r\n\r\n*\r\n'])('the line %j switches off', (lines) => {
  const { root, below } = project(lines);
  expect(readProjectIgnore(root)).toMatchObject({ isOff: true, file: path.join(root, '.mcp-prunerignore') });
  expect(readProjectIgnore(below).isOff).toBe(true);
});

test('globs are relative to the file that has them, wherever in the project the agent works', () => {
  const { root, below } = project('# recorded\nfixtures/**\n*.lock\n');
  for (const { isOff, isIgnored } of [readProjectIgnore(root), readProjectIgnore(below)]) {
    expect(isOff).toBe(false);
    expect(isIgnored(path.join(root, 'fixtures', 'a.json'))).toBe(true);
    expect(isIgnored(path.join(below, 'fixtures', 'a.json'))).toBe(false);
    expect(isIgnored('deno.lock')).toBe(true);
    expect(isIgnored('src/a.ts')).toBe(false);
  }
  expect(readProjectIgnore(below).isIgnored('../../fixtures/a.json')).toBe(true);
});

test('the nearest file counts', () => {
  const { below } = project('*');
  writeFileSync(path.join(below, '.mcp-prunerignore'), '*.lock');
  expect(readProjectIgnore(below).isOff).toBe(false);
});

test('without a file nothing is ignored, and one that cannot be read switches off', () => {
  const folder = tempDir();
  expect(readProjectIgnore(folder)).toMatchObject({ file: undefined, isOff: false });
  mkdirSync(path.join(folder, '.mcp-prunerignore'));
  expect(readProjectIgnore(folder).isOff).toBe(true);
});
