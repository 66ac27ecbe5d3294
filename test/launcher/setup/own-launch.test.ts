import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { HOSTS } from '../../../launcher/hosts/hosts.ts';
import { isOurServer } from '../../../launcher/setup/is-our-server.ts';
import { mayGoAway, ownLaunch } from '../../../launcher/setup/own-launch.ts';
import { ROOT } from '../../runtime/started.ts';
import { tempDir } from '../../support/temp-dir.ts';

test('it is started by absolute paths: from the sources, or from the bin beside its parts', () => {
  expect(ownLaunch()).toEqual({ command: process.execPath, args: [`${ROOT}launcher/main.ts`], env: {} });
  const folder = tempDir();
  mkdirSync(path.join(folder, 'dist/bin'), { recursive: true });
  writeFileSync(path.join(folder, 'dist/index.js'), '');
  for (const from of ['dist/bin', 'dist']) {
    expect(ownLaunch(path.join(folder, from), '/n').args).toEqual([path.join(folder, 'dist/index.js')]);
  }
  expect(() => ownLaunch(folder)).toThrow('The entry of mcp-pruner is in none of ');
});

test.each([
  ['/home/u/.npm/_npx/1a2b/node_modules/@jeeves/mcp-pruner/dist/index.js', true],
  ['/home/u/.cache/pnpm/dlx/ab12/node_modules/@jeeves/mcp-pruner/dist/index.js', true],
  ['/usr/lib/node_modules/@jeeves/mcp-pruner/dist/index.js', false],
])('%s may go away: %s', (file, may) => {
  expect(mayGoAway({ command: 'node', args: [file], env: {} })).toBe(may);
});

test('ours is told by its words, or by the package that it lies in', () => {
  const folder = tempDir();
  const entry = path.join(folder, 'dist/index.js');
  const [host] = HOSTS.filter(({ name }) => name === 'cursor');
  if (host === undefined) throw new Error('There is no such host');
  const own = { command: 'node', args: ['/here/dist/index.js'], env: {} };
  const isOurs = (raw: unknown): boolean => isOurServer(host, raw, own);
  expect(isOurs({ command: 'npx', args: ['-y', '@jeeves/mcp-pruner@1'] })).toBe(true);
  expect(isOurs({ command: 'node', args: ['/here/dist/index.js'] })).toBe(true);
  expect(isOurs({ command: 'node', args: [entry] })).toBe(false);
  writeFileSync(path.join(folder, 'package.json'), '{"name":"@jeeves/mcp-pruner"}');
  expect(isOurs({ command: 'node', args: [entry] })).toBe(true);
  for (const raw of [undefined, 'x', {}, { url: 'https://x' }, { command: 'node', args: 'x' }])
    expect(isOurs(raw)).toBe(false);
});
