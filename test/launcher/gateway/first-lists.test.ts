import { expect, test } from 'vitest';
import { createFirstLists, type ListName } from '../../../launcher/gateway/first-lists.ts';
import type { Timers } from '../../../launcher/platform/timers.ts';
import { answering, startGateway } from '../../support/gateway.ts';
import { until } from '../../support/until.ts';

const NEVER = new AbortController().signal;
const TOOLS = ['answer', 'release'].map((name) => ({ name, inputSchema: { type: 'object' } }));

/**
 * Starts a gateway whose server has listed its tools. The server sends the lists in `held` only after a call of the
 * tool `release`.
 */
async function started(held: readonly string[], script: object) {
  const tested = await startGateway({ s: answering({ tools: TOOLS, held, ...script }) });
  const release = async (): Promise<void> => {
    await until(async () => ((await tested.names()).length === TOOLS.length ? true : undefined));
    await tested.call('mcp_s_release');
  };
  return { ...tested, release };
}

test('a prompt was refused that was asked for after the tools and before the prompts were listed', async () => {
  const { gateway, release } = await started(['prompts/list'], { prompts: [{ name: 'review' }] });
  const got = gateway.prompts.get({ name: 'mcp_s_review' }, NEVER);
  const refused = expect(gateway.prompts.get({ name: 'mcp_s_none' }, NEVER)).rejects.toMatchObject({ code: -32602 });
  await release();
  expect(JSON.stringify(await got)).toContain('review');
  await refused;
});

test('a completion of a prompt was refused that was asked for before the prompts were listed', async () => {
  const { gateway, release } = await started(['prompts/list'], { prompts: [{ name: 'review' }] });
  const ref = { type: 'ref/prompt', name: 'mcp_s_review' };
  const completed = gateway.complete({ ref, argument: { name: 'file', value: 'x' } }, NEVER);
  await release();
  expect(JSON.stringify(await completed)).toContain('review');
});

test('a resource by the URI of its server was not found before the resources were listed', async () => {
  const { gateway, release } = await started(['resources/list'], { resources: [{ uri: 'db://1', name: 'row' }] });
  const read = gateway.resources.read({ uri: 'db://1' }, NEVER);
  await release();
  expect(await read).toEqual({ contents: [{ uri: 'db://1', text: 'read 1' }] });
});

test('a completion asked of a server that is not connected yet, and completes nothing, is answered by its error', async () => {
  const servers = { s: answering({ tools: TOOLS, capabilities: { tools: {}, prompts: {} } }) };
  const { gateway } = await startGateway(servers);
  const ref = { type: 'ref/resource', uri: 'mcp://s/db://{id}' };
  const asked = gateway.complete({ ref, argument: { name: 'id', value: '1' } }, NEVER);
  await expect(asked).rejects.toMatchObject({ code: -32601 });
});

function held(pending: Set<ListName>) {
  let time = 0;
  const waiting: { ms: number; run: () => void }[] = [];
  const timers: Timers = {
    now: () => time,
    after: (ms, run) => {
      waiting.push({ ms, run });
      return () => {};
    },
  };
  const firstLists = createFirstLists(timers, (list) => pending.has(list), 10_000);
  return { firstLists, waiting, later: (ms: number) => (time += ms) };
}

test('each list is waited for by itself', async () => {
  const pending = new Set<ListName>(['tools', 'prompts']);
  const { firstLists } = held(pending);
  const settled: string[] = [];
  const tools = firstLists.settled('tools', NEVER).then(() => settled.push('tools'));
  const prompts = firstLists.settled('prompts', NEVER).then(() => settled.push('prompts'));
  pending.delete('tools');
  firstLists.changed();
  await tools;
  expect(settled).toEqual(['tools']);
  pending.delete('prompts');
  firstLists.changed();
  await prompts;
  await firstLists.settled('resources', NEVER);
});

test('a list that never comes is waited for until so long after the start', async () => {
  const { firstLists, waiting, later } = held(new Set<ListName>(['tools']));
  later(9999);
  const last = firstLists.settled('tools', NEVER);
  expect(waiting.map(({ ms }) => ms)).toEqual([1]);
  waiting[0]?.run();
  await last;
  later(1);
  await firstLists.settled('tools', NEVER);
  expect(waiting).toHaveLength(1);
});

test('who leaves waits no longer', async () => {
  const { firstLists } = held(new Set<ListName>(['tools']));
  const leave = new AbortController();
  const left = firstLists.settled('tools', leave.signal);
  leave.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  await expect(firstLists.settled('tools', leave.signal)).rejects.toThrow('left');
});
