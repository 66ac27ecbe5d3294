import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { SourcedServer } from '../../../../../launcher/gateway/config/load-sources.ts';
import type { ServerConfig } from '../../../../../launcher/gateway/config/server-config.ts';
import { ConnectionManager } from '../../../../../launcher/gateway/upstream/connection/connection-manager.ts';
import type { ConnectionListener } from '../../../../../launcher/gateway/upstream/connection/server-connection.ts';
import { systemTimers } from '../../../../../launcher/platform/timers.ts';
import { ROOT } from '../../../../runtime/started.ts';
import { ended } from '../../../../support/running.ts';
import { tempDir } from '../../../../support/temp-dir.ts';
import { scripted } from './connected.ts';

const sourced = (name: string, config: ServerConfig): SourcedServer => ({ name, ok: true, config, source: 'user' });
const wrong = (name: string): SourcedServer => ({ name, ok: false, issues: [], source: 'user' });

interface Managed {
  readonly manager: ConnectionManager;
  readonly states: string[];
  when(test: () => boolean): Promise<void>;
}

function managed(servers: readonly SourcedServer[]): Managed {
  const states: string[] = [];
  const waiting = new Set<() => void>();
  const look = (): void => {
    for (const one of [...waiting]) one();
  };
  const listener: ConnectionListener = {
    onState: ({ name, state }) => {
      states.push(`${name} ${state}`);
      look();
    },
    onLists: look,
  };
  const manager = new ConnectionManager({
    servers,
    env: process.env,
    cwd: ROOT,
    client: { capabilities: () => ({}), request: async () => ({}), notified: () => {} },
    clientInfo: { name: 'test', version: '1.0.0' },
    listener,
    log: () => {},
    timers: systemTimers,
  });
  onTestFinished(() => manager.close());
  const when = (holds: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const one = (): void => {
        if (!holds()) return;
        waiting.delete(one);
        resolve();
      };
      waiting.add(one);
      one();
    });
  return { manager, states, when };
}

const stateOf = ({ manager }: Managed, name: string): string | undefined => manager.connections.get(name)?.state;
const pids = (record: string): number[] =>
  [...readFileSync(record, 'utf8').matchAll(/^start (\d+)$/gm)].map(([, pid]) => Number(pid));

test('all begin side by side, and one that is broken breaks nothing else', async () => {
  const it = managed([
    sourced('hangs', scripted({ hang: true })),
    sourced('missing', scripted({}, { command: 'no-such-command-anywhere' })),
    wrong('wrong'),
    sourced('off', scripted({}, { enabled: false })),
    sourced('well', scripted()),
    sourced('noisy', scripted({ banner: true })),
  ]);
  expect([...it.manager.connections.keys()]).toEqual(['hangs', 'missing', 'wrong', 'off', 'well', 'noisy']);
  expect(it.states).toEqual([]);
  it.manager.start();
  it.manager.start();
  expect(it.states).toEqual(['hangs connecting', 'missing connecting', 'well connecting', 'noisy connecting']);
  await it.when(() => stateOf(it, 'well') === 'connected' && stateOf(it, 'noisy') === 'connected');
  await it.when(() => stateOf(it, 'missing') === 'failed');
  expect([stateOf(it, 'hangs'), stateOf(it, 'wrong'), stateOf(it, 'off')]).toEqual([
    'connecting',
    'failed',
    'disabled',
  ]);
});

test('a new configuration touches what has changed alone', async () => {
  const record = path.join(tempDir(), 'record');
  const kept = sourced('kept', scripted());
  const it = managed([kept, sourced('changed', scripted({ record })), sourced('removed', scripted({ record }))]);
  it.manager.start();
  await it.when(() => [...it.manager.connections.values()].every(({ state }) => state === 'connected'));
  const before = new Map(it.manager.connections);
  const old = pids(record);
  it.manager.apply([sourced('added', scripted()), sourced('changed', scripted({})), kept]);
  expect([...it.manager.connections.keys()]).toEqual(['added', 'changed', 'kept']);
  expect(it.manager.connections.get('kept')).toBe(before.get('kept'));
  await it.when(() => [...it.manager.connections.values()].every(({ state }) => state === 'connected'));
  expect(it.manager.connections.get('changed')).not.toBe(before.get('changed'));
  await before.get('removed')?.close();
  await ended(old);
});

test('a change of what is offered, or of times, keeps the connection', async () => {
  const it = managed([sourced('s', scripted())]);
  it.manager.start();
  await it.when(() => stateOf(it, 's') === 'connected');
  const before = it.manager.connections.get('s');
  const more = { allowedTools: ['a'], blockedTools: ['b'], shape: false, focus: false, autoReconnect: false };
  it.manager.apply([{ ...sourced('s', scripted({}, { ...more, timeout: 100 })), source: 'project' }]);
  expect(it.manager.connections.get('s')).toBe(before);
  const options = { signal: new AbortController().signal, repeatable: false };
  const hangs = it.manager.connections.get('s')?.request('tools/call', { name: 'hang' }, options);
  await expect(hangs).rejects.toThrow('within 100 ms');
  expect(it.states).toEqual(['s connecting', 's connected']);
  it.manager.apply([sourced('s', scripted({}, { enabled: false }))]);
  expect(it.manager.connections.get('s')).not.toBe(before);
  expect(stateOf(it, 's')).toBe('disabled');
});

test('nothing is started before start, and nothing is left after close', async () => {
  const record = path.join(tempDir(), 'record');
  const it = managed([]);
  it.manager.apply([sourced('a', scripted({ record })), sourced('b', scripted({ record, grandchild: true }))]);
  expect(it.states).toEqual([]);
  it.manager.start();
  await it.when(() => [...it.manager.connections.values()].every(({ state }) => state === 'connected'));
  await it.manager.close();
  await ended(pids(record));
  it.manager.apply([sourced('c', scripted())]);
  it.manager.start();
  expect([...it.manager.connections.keys()]).toEqual(['a', 'b']);
});

test('a restart repeats the calls that it cuts off and that may be repeated, on the new process', async () => {
  const record = path.join(tempDir(), 'record');
  const one = managed([sourced('s', scripted({ record }))]);
  one.manager.start();
  await one.when(() => stateOf(one, 's') === 'connected');
  const signal = new AbortController().signal;
  const before = one.manager.connections.get('s');
  const call = (repeatable: boolean) => before?.request('tools/call', { name: 'hang-first' }, { signal, repeatable });
  const [again, once] = [call(true), call(false)];
  const refused = expect(once).rejects.toMatchObject({ code: 'closed', sent: true });
  await before?.request('ping', {}, { signal, repeatable: true });
  expect(one.manager.restart('s')).toBe(true);
  await refused;
  expect(await again).toEqual({ process: 2 });
  expect(one.manager.connections.get('s')).not.toBe(before);
});
