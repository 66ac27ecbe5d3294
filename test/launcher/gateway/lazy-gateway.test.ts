import { expect, test } from 'vitest';
import type { ShownTool } from '../../../launcher/gateway/catalog/shown-tools.ts';
import type { Gateway } from '../../../launcher/gateway/gateway.ts';
import type { GatewayTools } from '../../../launcher/gateway/gateway-tools.ts';
import { createLazyGateway, LATEST_START_MS, WATCH_MS } from '../../../launcher/gateway/lazy-gateway.ts';
import { heldTimers } from '../platform/process/held-timers.ts';

const NEVER = new AbortController().signal;
const TOOL = { name: 'mcp_s_a', inputSchema: { type: 'object' }, outputSchema: { type: 'object' } };
const LISTED: ShownTool = { tool: TOOL, untouched: false };

interface Given {
  readonly open?: () => Promise<Partial<Gateway>>;
  readonly configured?: boolean;
  readonly lastOffered?: readonly ShownTool[];
  readonly onFault?: (error: unknown) => void;
  readonly defers?: boolean;
  readonly hasNew?: boolean;
}

function door({ open, configured = true, lastOffered, onFault, defers = false, hasNew = false }: Given) {
  const timers = heldTimers(LATEST_START_MS, WATCH_MS);
  const faults: unknown[] = [];
  const told: string[] = [];
  const done: string[] = [];
  let begun = (): void => {};
  const started = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const gateway: Partial<Gateway> = {
    tools: {
      list: async () => [TOOL],
      listed: async () => [LISTED],
      call: async () => undefined,
    } as Partial<GatewayTools> as GatewayTools,
    newServers: { any: () => hasNew, changed: () => {}, listed: async (list) => void done.push(`listed ${list}`) },
    start: async () => {
      done.push('start');
      begun();
    },
  };
  const made = createLazyGateway({
    open: (async () => {
      done.push('open');
      return open === undefined ? gateway : await open();
    }) as () => Promise<Gateway>,
    instructions: async () => undefined,
    extensions: () => undefined,
    lazy: 'auto',
    isConfigured: () => configured,
    lastOffered: () => lastOffered,
    timers,
    onFault: onFault ?? ((error) => faults.push(error)),
  });
  const session = {
    notify: (method: string) => void told.push(method),
    request: () => Promise.reject(new Error('nobody')),
  };
  made.greet({ session, capabilities: {}, defersTools: async () => defers });
  return { ...made, timers, faults, told, done, started };
}

test('the servers start late where no list is asked for, and much later where none is configured', async () => {
  const configured = door({});
  configured.timers.ring(LATEST_START_MS);
  await configured.started;
  const empty = door({ configured: false });
  expect(() => empty.timers.ring(LATEST_START_MS)).toThrow('no timer');
  empty.timers.ring(WATCH_MS);
  await empty.started;
  expect([...configured.done, ...empty.done]).toEqual(['open', 'start', 'open', 'start']);
});

test('a client that defers tools itself is not shown those that others search with', async () => {
  const lastOffered: readonly ShownTool[] = [{ tool: { name: 'find_tool' }, untouched: true }];
  expect(await door({ lastOffered }).tools({ structured: true }, NEVER)).toEqual([{ name: 'find_tool' }]);
  const deferring = door({ lastOffered, defers: true });
  expect(await deferring.tools({ structured: true }, NEVER)).toEqual([TOOL]);
  deferring.start();
  await deferring.started;
  expect(deferring.told).toEqual([]);
});

test('without a configuration nothing is opened to list nothing', async () => {
  const { tools, lists, start, done } = door({ configured: false });
  expect(await tools({ structured: true }, NEVER)).toEqual([]);
  start();
  expect((await lists('prompts', NEVER)).prompts.list()).toEqual([]);
  expect(done).toEqual([]);
});

test('a client that asks for its list once was not told the tools of a server that no run had listed before', async () => {
  const fresh = door({ hasNew: true });
  expect(await fresh.tools({ structured: true }, NEVER)).toEqual([TOOL]);
  expect(fresh.done).toEqual(['open', 'start', 'listed tools']);
  const known = door({ hasNew: true, lastOffered: [LISTED] });
  expect(await known.tools({ structured: true }, NEVER)).toEqual([TOOL]);
  expect(known.done).toEqual([]);
});

test('what was offered last is the first list; a difference is told once the servers are known', async () => {
  const same = door({ lastOffered: [LISTED] });
  expect(await same.tools({ structured: true }, NEVER)).toEqual([TOOL]);
  expect(await same.tools({ structured: false }, NEVER)).toEqual([
    { name: 'mcp_s_a', inputSchema: { type: 'object' }, _meta: { 'jeeves/outputSchema': { type: 'object' } } },
  ]);
  expect(same.done).toEqual([]);
  await same.connected();
  expect(same.told).toEqual([]);
  const other = door({ lastOffered: [] });
  expect(await other.tools({ structured: true }, NEVER)).toEqual([]);
  await other.connected();
  expect(other.told).toEqual(['notifications/tools/list_changed']);
  expect(await other.tools({ structured: true }, NEVER)).toEqual([TOOL]);
});

test('one that cannot be opened is told once, and closes all the same', async () => {
  const fault = new Error('no disk');
  const { lists, tools, start, connected, notified, close, faults } = door({ open: () => Promise.reject(fault) });
  start();
  notified('notifications/roots/list_changed', {});
  await expect(lists('prompts', NEVER)).rejects.toBe(fault);
  await expect(tools({ structured: true }, NEVER)).rejects.toBe(fault);
  await expect(connected()).rejects.toBe(fault);
  await close();
  expect(faults).toEqual([fault]);
});

test('one that cannot be started is told', async () => {
  const fault = new Error('no spoon');
  let told = (_error: unknown): void => {};
  const heard = new Promise<unknown>((resolve) => {
    told = resolve;
  });
  door({ open: async () => ({ start: () => Promise.reject(fault) }), onFault: told }).start();
  expect(await heard).toBe(fault);
});
