import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createToolSnapshot } from '../../../launcher/gateway/tool-snapshot.ts';
import { tempDir } from '../../support/temp-dir.ts';

const A = { tool: { name: 'a' }, untouched: false };

function snapshot(home: string, settings: readonly unknown[] = [], project?: string) {
  const user = path.join(home, 'mcp-config.json');
  return { user, ...createToolSnapshot({ location: { user, project }, home, settings }) };
}

test('what was written is read back as long as the configuration and the settings are the same', () => {
  const home = tempDir();
  const { user, read, write } = snapshot(home);
  writeFileSync(user, '{}');
  expect(read()).toBeUndefined();
  write([A]);
  expect(read()).toEqual([A]);
  expect(snapshot(home, ['other']).read()).toBeUndefined();
  expect(snapshot(home, [], path.join(home, '.mcp.json')).read()).toBeUndefined();
  writeFileSync(user, '{"mcpServers":{}}');
  expect(read()).toBeUndefined();
});

test('it is for its owner alone, holds no more than twenty, and a damaged one is none', () => {
  const home = tempDir();
  for (let i = 0; i < 30; i++) snapshot(home, [i]).write([]);
  const file = path.join(home, 'gateway', 'offered.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(path.dirname(file))).toEqual(['offered.json']);
  expect(Object.keys(JSON.parse(readFileSync(file, 'utf8')))).toHaveLength(20);
  expect(snapshot(home, [29]).read()).toEqual([]);
  writeFileSync(file, '{"half');
  expect(snapshot(home, [29]).read()).toBeUndefined();
  writeFileSync(path.join(home, 'file'), '');
  expect(() => snapshot(path.join(home, 'file')).write([])).not.toThrow();
});

test('a file that is none of ours breaks no list', () => {
  const home = tempDir();
  const { user, read, write } = snapshot(home);
  writeFileSync(user, '{}');
  write([A]);
  const file = path.join(home, 'gateway', 'offered.json');
  const good = readFileSync(file, 'utf8');
  for (const odd of [
    'null',
    '[]',
    '"x"',
    ...['null', '"x"', '[null]', '[{}]', '[{"tool":{}}]'].map((it) => good.replace(JSON.stringify([A]), it)),
  ]) {
    writeFileSync(file, odd);
    expect(read()).toBeUndefined();
    expect(() => write([A])).not.toThrow();
  }
  expect(read()).toEqual([A]);
});
