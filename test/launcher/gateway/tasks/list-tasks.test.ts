import { expect, test } from 'vitest';
import { createListTasks, LIST_MS } from '../../../../launcher/gateway/tasks/list-tasks.ts';
import type { ServerConnection } from '../../../../launcher/gateway/upstream/connection/server-connection.ts';
import type { JsonObject } from '../../../../src/base/json/json-object.ts';
import { heldTimers } from '../../platform/process/held-timers.ts';

const NEVER = new AbortController().signal;
const task = (taskId: string, more: object = {}) => ({
  ...{ taskId, status: 'working', ttl: null, createdAt: '2025-11-25T00:00:00Z', lastUpdatedAt: '2025-11-25T00:00:00Z' },
  ...more,
});
const HAS_LIST = { capabilities: { tasks: { list: {} } } };

type Answer = (params: JsonObject) => Promise<object>;

const server = (name: string, answer: Answer, more: object = {}): ServerConnection =>
  ({
    ...{ name, state: 'connected', facts: HAS_LIST },
    request: (_method: string, params: JsonObject) => answer(params),
    ...more,
  }) as unknown as ServerConnection;

function listing(connections: readonly ServerConnection[]) {
  const timers = heldTimers(LIST_MS);
  const events: unknown[] = [];
  const log = (_level: string, event: string, data?: object): void => void events.push([event, data]);
  const toOurs = <T extends { taskId: string }>(name: string, one: T): T => ({
    ...one,
    taskId: `${name}/${one.taskId}`,
  });
  const list = createListTasks({ connections: () => connections, timers, log: log as never, toOurs: toOurs as never });
  const ids = async (params: JsonObject = {}) => {
    const { tasks, nextCursor, _meta } = (await list(params, NEVER)) as { tasks: { taskId: string }[] } & JsonObject;
    return { ids: tasks.map(({ taskId }) => taskId), nextCursor, _meta };
  };
  return { ids, list, timers, events };
}

test('pages of all servers stand side by side, until none has more', async () => {
  const paged: Answer = async ({ cursor }) =>
    cursor === undefined ? { tasks: [task('1')], nextCursor: 'two' } : { tasks: [task('2')] };
  const round: Answer = async () => ({ tasks: [task('1')], nextCursor: 'again' });
  const { ids } = listing([server('a', paged), server('b', async () => ({ tasks: [task('1')] })), server('c', round)]);
  const first = await ids();
  expect(first.ids).toEqual(['a/1', 'b/1', 'c/1']);
  const second = await ids({ cursor: first.nextCursor });
  expect(second).toEqual({ ids: ['a/2', 'c/1'], nextCursor: undefined, _meta: undefined });
});

test('a server that hangs is waited for once; it, one that fails and one that is gone are named', async () => {
  let hung = 0;
  const hang: Answer = () => new Promise(() => hung++);
  const fail: Answer = () => Promise.reject(Object.assign(new Error('no'), { code: -32603 }));
  const none = { facts: { capabilities: { tasks: {} } } };
  const { ids, timers, events } = listing([
    server('hangs', hang),
    server('fails', fail),
    server('gone', fail, { state: 'reconnecting' }),
    server('coming', fail, { state: 'connecting', facts: undefined }),
    server('off', fail, { state: 'disabled', facts: undefined }),
    server('none', fail, none),
    server('well', async () => ({ tasks: [task('1')] })),
  ]);
  const asked = ids();
  await new Promise((resolve) => setImmediate(resolve));
  timers.ring(LIST_MS);
  const missing = { 'jeeves/result': { missing: ['hangs', 'fails', 'gone', 'coming'] } };
  expect(await asked).toEqual({ ids: ['well/1'], nextCursor: undefined, _meta: missing });
  expect(await ids()).toMatchObject({ ids: ['well/1'], _meta: missing });
  expect(hung).toBe(1);
  expect(events[0]).toEqual(['gateway.list_failed', { server: 'fails', method: 'tasks/list', code: -32603 }]);
});

test('a task that no client can read takes nothing from the others', async () => {
  const odd = [
    null,
    { taskId: 'x' },
    task('y', { status: 'odd' }),
    task('z', { ttl: 'long' }),
    task('1', { pollInterval: 'x' }),
  ];
  const { list } = listing([server('s', async () => ({ tasks: [...odd, task('2', { more: 1 })] }))]);
  expect((await list({}, NEVER))['tasks']).toEqual([task('s/1'), task('s/2', { more: 1 })]);
});

test.each(['', 'x', 7, null, Buffer.from('[]').toString('base64url'), Buffer.from('{"s":1}').toString('base64url')])(
  'cursor %j is none of ours',
  async (cursor) => {
    await expect(listing([]).list({ cursor }, NEVER)).rejects.toMatchObject({ code: -32602 });
  },
);
