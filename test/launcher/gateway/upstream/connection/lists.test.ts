import { expect, test } from 'vitest';
import { heldTimers } from '../../../platform/process/held-timers.ts';
import { type Connected, connected, scripted } from './connected.ts';

const ALL = { tools: { listChanged: true }, resources: {}, prompts: {} };
const discovered = async (it: Connected): Promise<Record<string, unknown>> => {
  it.connection.start();
  await it.when(() => it.events.some(({ event }) => event === 'gateway.discovered'));
  return Object.assign({}, ...it.lists);
};
const events = (it: Connected, name: string): Record<string, unknown>[] =>
  it.events.filter(({ event }) => event === name).map(({ data }) => data);

const failures = (it: Connected): number =>
  events(it, 'gateway.list_empty').length + events(it, 'gateway.list_failed').length;

test('all pages of every list that is offered', async () => {
  const it = connected(scripted({ capabilities: ALL, pages: [['a', 'b'], ['c'], ['d']], emptyCursor: true }));
  const lists = await discovered(it);
  const entries = ['a', 'b', 'c', 'd'].map((name) => ({ name, odd: { kept: true } }));
  // The server does not support templates.
  expect(lists).toEqual({ tools: entries, resources: entries, resourceTemplates: [], prompts: entries });
  expect(events(it, 'gateway.discovered')).toEqual([
    { server: 'it', tools: 4, resources: 4, resource_templates: 0, prompts: 4, duration_ms: expect.any(Number) },
  ]);
  expect(events(it, 'gateway.list_failed')).toEqual([]);
});

test('a list that fails is told by an event, and the others arrive', async () => {
  const it = connected(scripted({ capabilities: ALL, failList: ['resources/list'] }));
  const lists = await discovered(it);
  expect(Object.keys(lists).sort()).toEqual(['prompts', 'resourceTemplates', 'tools']);
  expect(events(it, 'gateway.list_failed')).toEqual([
    {
      server: 'it',
      method: 'resources/list',
      code: -32000,
      message: 'the server answered with an error',
      retry_ms: 1000,
    },
  ]);
  expect(it.connection.state).toBe('connected');
  expect(it.failedLists).toEqual(['resources']);
});

test('a list that hangs holds up no other', async () => {
  const it = connected(scripted({ capabilities: ALL, hangList: ['prompts/list'] }));
  it.connection.start();
  await it.when(() => it.lists.some((lists) => lists.tools !== undefined));
  await it.when(() => it.lists.some((lists) => lists.resources !== undefined));
  expect(it.lists.some((lists) => lists.prompts !== undefined)).toBe(false);
});

test.each([
  ['same', 'repeated_cursor', 2],
  ['on and on', 'too_many_pages', 200],
])('a cursor that goes %s ends the list with a warning', async (loop, reason, entries) => {
  const it = connected(scripted({ loop }));
  const lists = await discovered(it);
  expect(lists['tools']).toHaveLength(entries);
  expect(events(it, 'gateway.list_cut')).toEqual([{ server: 'it', method: 'tools/list', reason, entries }]);
});

test('a change is fetched, and many at once cost two fetches at most', async () => {
  const it = connected(scripted());
  await discovered(it);
  await it.call('change', { times: 50 });
  await it.when(() => it.lists.some(({ tools }) => tools?.some(({ name }) => name === 'change-50') === true));
  const { listed } = (await it.call('listed')) as { listed: number };
  expect(listed).toBeGreaterThanOrEqual(2);
  expect(listed).toBeLessThanOrEqual(3);
  expect(it.notified).toEqual([]);
});

test.each(['no tools', 'an error'])(
  'a server that answers %s at first is asked again, and has its tools then',
  async (how) => {
    const timers = heldTimers(1000, 5000);
    const it = connected(scripted({ late: { times: 2, how } }), { timers });
    await discovered(it);
    expect(it.failedLists).toEqual(['tools']);
    timers.ring(1000);
    await it.when(() => failures(it) === 2);
    timers.ring(5000);
    await it.when(() => it.lists.some(({ tools }) => tools?.length === 1));
    expect(events(it, 'gateway.list_again')).toEqual([{ server: 'it', list: 'tools', entries: 1 }]);
  },
);

test('a server that lists no tools four times more has none', async () => {
  const timers = heldTimers(1000, 5000, 30_000, 120_000);
  const it = connected(scripted({ late: { times: 9, how: 'no tools' } }), { timers });
  await discovered(it);
  for (const [done, ms] of [1000, 5000].entries()) {
    timers.ring(ms);
    await it.when(() => failures(it) === done + 2);
  }
  // The heartbeat also waits for 30 s and was started earlier, so it rings first.
  timers.ring(30_000);
  timers.ring(30_000);
  timers.ring(30_000);
  await it.when(() => failures(it) === 4);
  timers.ring(120_000);
  await it.when(() => it.lists.some(({ tools }) => tools?.length === 0));
});
