import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { createToldFolders } from '../../../launcher/hooks/told-folders.ts';
import { type CallFolder, createFindFolder } from '../../../launcher/server/call-folder.ts';
import type { CallContext } from '../../../src/mcp/calls/call-context.ts';
import { manualTimers } from '../../support/manual-timers.ts';
import { tempDir } from '../../support/temp-dir.ts';

/** Creates the project in which a server starts, and a separate checkout beside it. Both have a folder `sub`. */
function places() {
  const home = realpathSync(tempDir());
  const [start, side] = [path.join(home, 'start'), path.join(home, 'side')];
  for (const folder of [start, side]) mkdirSync(path.join(folder, 'sub'), { recursive: true });
  writeFileSync(path.join(side, '.git'), 'gitdir: elsewhere\n');
  return { start, side };
}

interface Asked {
  readonly meta?: object;
  /** Makes the client's answer to `roots/list`. Default: the client does not support roots. */
  readonly roots?: () => Promise<Readonly<Record<string, unknown>>>;
  readonly signal?: AbortSignal;
}

function finder(start: string) {
  const told = createToldFolders();
  const timers = manualTimers();
  const events: string[] = [];
  const find = createFindFolder({ start, told, timers, log: (_level, event) => void events.push(event) });
  const ask = ({ meta, roots, signal = new AbortController().signal }: Asked): Promise<CallFolder> => {
    const session = { notify: () => {}, request: () => roots?.() ?? Promise.reject(new Error('asked in vain')) };
    const context = { session, signal } as Partial<CallContext> as CallContext;
    return find({ name: 'read', _meta: meta }, context, roots !== undefined);
  };
  return { told, timers, events, ask };
}

const rootsAt =
  (...folders: readonly string[]) =>
  async () => ({ roots: folders.map((folder) => ({ uri: pathToFileURL(folder).href })) });

test('without hooks and roots, a call stays where the server was started', async () => {
  const { start } = places();
  expect(await finder(start).ask({})).toEqual({ folder: start, root: start, isGone: false });
});

test('each of two calls side by side goes where its own hook has said', async () => {
  const { start, side } = places();
  const { told, ask } = finder(start);
  told.add({ call: 'one', folder: path.join(start, 'sub') });
  told.add({ call: 'two', folder: path.join(side, 'sub') });
  const sub = path.join(start, 'sub');
  expect(await ask({ meta: { 'host/id': 'one' } })).toEqual({
    folder: sub,
    root: start,
    elsewhere: sub,
    isGone: false,
  });
  const other = path.join(side, 'sub');
  // Outside the start folder, the root is that of the checkout.
  expect(await ask({ meta: { progressToken: 3, 'host/id': 'two' } })).toEqual({
    ...{ folder: other, root: side, elsewhere: other, isGone: false },
  });
  expect(await ask({ meta: { 'host/id': 'three' } })).toMatchObject({ folder: start });
});

test('what a hook has said goes before the roots', async () => {
  const { start, side } = places();
  const { told, ask } = finder(start);
  told.add({ call: 'one', folder: start });
  expect(await ask({ meta: { id: 'one' }, roots: rootsAt(side) })).toMatchObject({ folder: start });
});

test('a call goes to the client’s root, which is asked each time', async () => {
  const { start, side } = places();
  const { ask } = finder(start);
  expect(await ask({ roots: rootsAt(start) })).toMatchObject({ folder: start });
  expect(await ask({ roots: rootsAt(side) })).toMatchObject({ folder: side, root: side, elsewhere: side });
  expect(await ask({ roots: rootsAt(start) })).toMatchObject({ folder: start });
});

test('of several roots, the one in which the server was started counts, through links as well', async () => {
  const { start, side } = places();
  const link = path.join(path.dirname(start), 'link');
  symlinkSync(start, link);
  expect(await finder(start).ask({ roots: rootsAt(side, link) })).toMatchObject({ folder: start });
  expect(await finder(path.join(start, 'sub')).ask({ roots: rootsAt(side, start) })).toMatchObject({
    folder: path.join(start, 'sub'),
  });
});

test('a root that is on another machine, or is no folder, hides none of the others', async () => {
  const { start, side } = places();
  const file = path.join(side, 'notes.md');
  writeFileSync(file, '');
  for (const uri of [
    'file://wsl.localhost/Ubuntu/home/ann',
    'file:///c%3A/Users/ann/shop',
    'file:///a%2Fb',
    'file:///%00',
    'file:///Users/of-another-machine/shop',
    pathToFileURL(file).href,
  ]) {
    const said = (...more: readonly string[]) => ({ roots: [uri, ...more].map((one) => ({ uri: one })) });
    expect(await finder(start).ask({ roots: async () => said() })).toMatchObject({ folder: start, isGone: false });
    const elsewhere = await finder(start).ask({ roots: async () => said(pathToFileURL(side).href) });
    expect(elsewhere).toMatchObject({ folder: side, isGone: false });
  }
});

test.each([[{ roots: [] }], [{}], [{ roots: [{ uri: 'https://a.example/' }, null, {}] }]])(
  'roots that are no folders count as none: %j',
  async (said) => {
    const { start } = places();
    expect(await finder(start).ask({ roots: async () => said })).toMatchObject({ folder: start });
  },
);

test('a client that refuses to tell its roots, or says nothing for 5 s, is told of in the log alone', async () => {
  const { start } = places();
  const { ask, events, timers } = finder(start);
  expect(await ask({ roots: () => Promise.reject(new Error('no')) })).toMatchObject({ folder: start });
  const waiting = ask({ roots: () => new Promise(() => {}) });
  timers.advance(5000);
  expect(await waiting).toMatchObject({ folder: start });
  // Later calls do not wait for the roots.
  expect(await ask({ roots: () => new Promise(() => {}) })).toMatchObject({ folder: start });
  expect(events).toEqual(['roots.failed', 'roots.failed']);
});

test('a call that is taken back while its client is asked ends', async () => {
  const { start } = places();
  const roots = () => Promise.reject(new Error('taken back'));
  const { ask, events } = finder(start);
  await expect(ask({ roots, signal: AbortSignal.abort(new Error('taken back')) })).rejects.toThrow('taken back');
  expect(events).toEqual([]);
});

test('a folder that is gone is told, and none other taken in its place', async () => {
  const { start, side } = places();
  rmSync(side, { recursive: true });
  const { told, ask } = finder(start);
  told.add({ call: 'one', folder: side });
  expect(await ask({ meta: { id: 'one' } })).toEqual({ folder: side, root: side, isGone: true });
  expect(await ask({ roots: rootsAt(side) })).toMatchObject({ folder: side, isGone: true });
});
