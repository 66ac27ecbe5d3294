import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { diffServers } from '../../../../launcher/gateway/config/diff-servers.ts';
import { parseConfig } from '../../../../launcher/gateway/config/load-config.ts';
import {
  type LoadedSources,
  loadSources,
  type SourcedServer,
} from '../../../../launcher/gateway/config/load-sources.ts';
import type { LoadedServer } from '../../../../launcher/gateway/config/server-config.ts';
import { createConfigWatch, watchConfig } from '../../../../launcher/gateway/config/watch-config.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const textOf = (servers: object): string => JSON.stringify({ mcpServers: servers });

function serversOf(servers: object): readonly LoadedServer[] {
  const parsed = parseConfig(textOf(servers));
  return parsed.ok ? parsed.servers : [];
}

const sourcesOf = (servers: object, source: SourcedServer['source'] = 'user'): LoadedSources => ({
  servers: serversOf(servers).map((server) => ({ ...server, source })),
  warnings: [],
  faults: [],
});

const A = { a: { command: 'a' } };
const B = { b: { command: 'b' } };

test('servers are compared by what they are', () => {
  const before = serversOf({ ...A, ...B, c: { command: 'c' }, d: {} });
  const after = serversOf({
    d: {},
    b: { timeout: 1_800_000, command: 'b' },
    c: { command: 'c', env: { X: '1' } },
    e: { command: 'e' },
  });
  expect(diffServers(before, after)).toEqual({ added: ['e'], removed: ['a'], changed: ['c'], unchanged: ['d', 'b'] });
});

/** Creates timers that only run when the test says so. */
function standingClock() {
  const due = new Set<() => void>();
  return {
    timers: {
      now: () => 0,
      after: (_: number, run: () => void) => {
        due.add(run);
        return () => void due.delete(run);
      },
    },
    waiting: () => due.size,
    goOn: () => {
      const all = [...due];
      due.clear();
      for (const run of all) run();
    },
  };
}

function watchOf(first: LoadedSources) {
  const clock = standingClock();
  const told: unknown[] = [];
  let next = first;
  let loads = 0;
  const watch = createConfigWatch({
    first,
    timers: clock.timers,
    load: async () => {
      loads++;
      return next;
    },
    onChange: ({ added, removed, changed }) => told.push({ added, removed, changed }),
    onFault: (message) => told.push(message),
  });
  const becomes = async (loaded: LoadedSources): Promise<void> => {
    next = loaded;
    watch.touch();
    clock.goOn();
    await new Promise(setImmediate);
  };
  return { watch, clock, told, becomes, loads: () => loads };
}

describe('the watch', () => {
  test('reads once for a burst of events', async () => {
    const { watch, clock, told, loads } = watchOf(sourcesOf(A));
    for (let i = 0; i < 5; i++) watch.touch();
    expect(clock.waiting()).toBe(1);
    clock.goOn();
    await new Promise(setImmediate);
    expect([loads(), told]).toEqual([1, []]);
  });

  test('tells what became of servers, and nothing where nothing did', async () => {
    const { told, becomes } = watchOf(sourcesOf(A));
    await becomes(sourcesOf({ ...A, ...B }));
    await becomes(sourcesOf({ ...B, ...A }));
    await becomes(sourcesOf({ b: { command: 'z' } }));
    expect(told).toEqual([
      { added: ['b'], removed: [], changed: [] },
      { added: [], removed: ['a'], changed: ['b'] },
    ]);
  });

  test('keeps what was last good while a text is broken, and tells the fault once', async () => {
    const { told, becomes } = watchOf(sourcesOf(A));
    const broken: LoadedSources = { servers: [], warnings: [], faults: [{ source: 'user', message: 'line 1' }] };
    await becomes(broken);
    await becomes(broken);
    await becomes(sourcesOf(A));
    await becomes(broken);
    expect(told).toEqual(['line 1', 'line 1']);
  });

  test('goes on with one file while the other is broken', async () => {
    const both = (own: object, shared: object): LoadedSources => ({
      servers: [...sourcesOf(own).servers, ...sourcesOf(shared, 'project').servers],
      warnings: [],
      faults: [],
    });
    const { told, becomes } = watchOf(both(A, {}));
    await becomes({ ...both({}, { ...A, ...B }), faults: [{ source: 'user', message: 'line 1' }] });
    expect(told).toEqual(['line 1', { added: ['b'], removed: [], changed: [] }]);
  });

  test('is silent once it is closed', async () => {
    const { watch, clock, told } = watchOf(sourcesOf(A));
    watch.touch();
    watch.close();
    watch.touch();
    expect([clock.waiting(), told]).toEqual([0, []]);
  });
});

/** Watches files on disk; `next` resolves to the next change that is reported. */
async function watched(user: string) {
  const queue: unknown[] = [];
  let wake = (): void => {};
  const tell = (one: unknown): void => {
    queue.push(one);
    wake();
  };
  const location = { user, project: undefined };
  const close = await watchConfig({
    location,
    first: await loadSources(location),
    onChange: ({ added, removed, changed }) => tell({ added, removed, changed }),
    onFault: tell,
  });
  onTestFinished(close);
  return async (): Promise<unknown> => {
    while (queue.length === 0) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    return queue.shift();
  };
}

describe('on the disk', () => {
  const added = (name: string) => ({ added: [name], removed: [], changed: [] });

  test('a file that an editor puts in the old one’s place is seen, and the one after it', async () => {
    const file = path.join(tempDir(), 'mcp-config.json');
    writeFileSync(file, textOf({}));
    const next = await watched(file);
    writeFileSync(`${file}~`, textOf(A));
    renameSync(`${file}~`, file);
    expect(await next()).toEqual(added('a'));
    writeFileSync(file, textOf({ ...A, ...B }));
    expect(await next()).toEqual(added('b'));
  });

  test('a file in a folder that is made later is seen', async () => {
    const folder = tempDir();
    const next = await watched(path.join(folder, 'x/y/mcp-config.json'));
    mkdirSync(path.join(folder, 'x/y'), { recursive: true });
    writeFileSync(path.join(folder, 'x/y/mcp-config.json'), textOf(A));
    expect(await next()).toEqual(added('a'));
  });

  test('a change of what a link leads to is seen', async () => {
    const folder = tempDir();
    mkdirSync(path.join(folder, 'dotfiles'));
    writeFileSync(path.join(folder, 'dotfiles/mcp.json'), textOf({}));
    symlinkSync('dotfiles/mcp.json', path.join(folder, 'mcp-config.json'));
    const next = await watched(path.join(folder, 'mcp-config.json'));
    writeFileSync(path.join(folder, 'dotfiles/mcp.json'), textOf(A));
    expect(await next()).toEqual(added('a'));
  });

  test('a folder that cannot be watched is a fault that is told, and the watch goes on', async () => {
    const file = path.join(tempDir(), 'mcp-config.json');
    const told: string[] = [];
    const location = { user: file, project: undefined };
    const close = await watchConfig({
      location,
      first: await loadSources(location),
      onChange: () => {},
      onFault: (message) => told.push(message),
      watchFolder: () => {
        throw Object.assign(new Error('x'), { code: 'ENOSPC' });
      },
    });
    close();
    expect(told).toEqual([`cannot watch ${JSON.stringify(path.dirname(file))}: ENOSPC`]);
  });
});
