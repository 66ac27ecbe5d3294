import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
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

test('it is started by paths that stay when Node or the package is updated', () => {
  const folder = tempDir();
  const write = (file: string): string => {
    const full = path.join(folder, file);
    mkdirSync(path.dirname(full), { recursive: true });
    writeFileSync(full, '');
    return full;
  };
  const node = write('Cellar/node/24.1.0/bin/node');
  const [bin, other] = [path.join(folder, 'bin'), path.join(folder, 'other')];
  for (const one of [bin, other]) mkdirSync(one);
  symlinkSync(node, path.join(bin, 'node'));
  write('other/node');
  for (const [store, shown] of [
    ['global/5/.pnpm', 'global/5/node_modules'],
    ['project/node_modules/.pnpm', 'project/node_modules'],
  ]) {
    const version = `${store}/@jeeves+mcp-pruner@0.1.0/node_modules/@jeeves/mcp-pruner`;
    write(`${version}/dist/index.js`);
    const link = path.join(folder, `${shown}/@jeeves/mcp-pruner`);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(path.join(folder, version), link);
    expect(ownLaunch(path.join(folder, version, 'dist'), node, [other, bin])).toEqual({
      ...{ command: path.join(bin, 'node'), args: [path.join(link, 'dist/index.js')], env: {} },
    });
  }
  expect(ownLaunch(path.join(folder, 'global/5/node_modules/@jeeves/mcp-pruner/dist'), node, [other]).command).toBe(
    node,
  );
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
