import { expect, onTestFinished, test } from 'vitest';
import { listenForHooks } from '../../../../launcher/hooks/socket/listen-for-hooks.ts';
import type { HookRequest } from '../../../../launcher/hosts/hook-client/hook-server.ts';
import { McpPruner } from '../../../../launcher/hosts/opencode/plugin.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const LONG = 'x'.repeat(5000);
const MESSAGES = [{ info: { id: 'm1', role: 'user' }, parts: [{ id: 'p1', type: 'text', text: 'Why?' }] }];

interface Given {
  readonly messages?: () => Promise<{ data?: unknown }>;
  readonly answer?: (input: unknown) => Promise<object | undefined>;
  readonly timeoutMs?: number;
}

/** opencode with our plugin, and our server as its child. */
async function opencode({ messages, answer, timeoutMs = 5000 }: Given = {}) {
  const home = tempDir();
  const asked: unknown[] = [];
  const limits: number[] = [];
  const { close } = await listenForHooks({
    ...{ home, client: 'opencode', root: home, minChars: 100, timeoutMs },
    answer: async ({ input }: Pick<HookRequest, 'input'>) => {
      asked.push(input);
      return answer === undefined ? { output: 'short' } : await answer(input);
    },
  });
  onTestFinished(close);
  const client = {
    session: {
      messages: async ({ query }: { query: { limit: number } }) => {
        limits.push(query.limit);
        return messages === undefined ? { data: MESSAGES } : await messages();
      },
    },
  };
  const hooks = await McpPruner({ directory: home, client }, { home });
  const after = async (tool: string, output: unknown = LONG): Promise<unknown> => {
    const result = { output, metadata: { exit: 3, truncated: false, output: LONG } };
    await hooks['tool.execute.after']({ tool, sessionID: 's', callID: 'c', args: { command: 'ls' } }, result);
    return result.output;
  };
  return { after, asked, limits, close };
}

test('a result takes the server’s text, which was told of the session once', async () => {
  const { after, asked, limits } = await opencode();
  expect(await after('bash')).toBe('short');
  expect(asked).toEqual([
    {
      ...{ session: 's', call: 'c', tool: 'bash', args: { command: 'ls' }, output: LONG },
      ...{ metadata: { exit: 3, truncated: false }, messages: MESSAGES },
    },
  ]);
  await after('bash');
  expect(asked[1]).toMatchObject({ messages: [] });
  expect(limits).toEqual([200, 16]);
});

test('what a server did not answer to is sent again', async () => {
  let count = 0;
  const { after, asked, limits } = await opencode({
    answer: () => (count++ === 0 ? Promise.reject(new Error('killed')) : Promise.resolve({ output: 'short' })),
  });
  expect(await after('bash')).toBe(LONG);
  expect(await after('bash')).toBe('short');
  expect(asked).toEqual([
    expect.objectContaining({ messages: MESSAGES }),
    expect.objectContaining({ messages: MESSAGES }),
  ]);
  expect(limits).toEqual([200, 200]);
});

test('of a session in which much was done without us the server is told all', async () => {
  const said = (id: string) => ({ info: { id, role: 'assistant' }, parts: [{ id: `p${id}`, type: 'text', text: id }] });
  const lists = [[said('m1')], [said('m30')], [said('m1'), said('m2'), said('m30')]];
  const { after, asked, limits } = await opencode({ messages: async () => ({ data: lists.shift() }) });
  await after('bash');
  await after('bash');
  expect(asked[1]).toMatchObject({ messages: [said('m2'), said('m30')] });
  expect(limits).toEqual([200, 16, 200]);
});

test('short results, those of other tools and what is no text are not sent', async () => {
  const { after, asked, limits } = await opencode();
  expect(await after('bash', 'x'.repeat(99))).toBe('x'.repeat(99));
  expect(await after('task')).toBe(LONG);
  expect(await after('read', [{ type: 'image' }])).toEqual([{ type: 'image' }]);
  expect([asked, limits]).toEqual([[], []]);
});

test('a result stays as it is on every fault', async () => {
  const fails = await opencode({ messages: () => Promise.reject(new Error('no session')) });
  expect(await fails.after('bash')).toBe(LONG);
  const none = await opencode({ messages: async () => ({}) });
  expect(await none.after('bash')).toBe(LONG);
  const late = await opencode({ messages: () => new Promise(() => {}), timeoutMs: 10 });
  expect(await late.after('bash')).toBe(LONG);
  for (const answered of [undefined, {}, { output: 1 }]) {
    const odd = await opencode({ answer: async () => answered });
    expect(await odd.after('bash')).toBe(LONG);
  }
  const gone = await opencode();
  await gone.close();
  expect(await gone.after('bash')).toBe(LONG);
});
