import { describe, expect, onTestFinished, test } from 'vitest';
import { listenForHooks } from '../../../../launcher/hooks/socket/listen-for-hooks.ts';
import type { HookRequest } from '../../../../launcher/hosts/hook-client/hook-server.ts';
import { createHooks } from '../../../../launcher/hosts/opencode/hook-calls.ts';
import plugins, { McpPruner } from '../../../../launcher/hosts/opencode/plugin.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const LONG = 'x'.repeat(5000);
const MESSAGES = [{ info: { id: 'm1', role: 'user' }, parts: [{ id: 'p1', type: 'text', text: 'Why?' }] }];

interface Given {
  readonly messages?: () => Promise<{ data?: unknown }>;
  readonly answer?: (input: unknown) => Promise<object | undefined>;
  readonly timeoutMs?: number;
}

/** Simulates opencode with our plugin, and with our server as its child process. */
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
  return { after, asked, limits, close, home };
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

test('a result stays unchanged on every fault', async () => {
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

describe('as a plugin of OpenCode 2, by its published types', () => {
  const TOLD = [
    { type: 'user', id: 'msg_1', text: 'Why?', time: { created: 1 } },
    {
      ...{ type: 'assistant', id: 'msg_2', time: { created: 2 } },
      content: [
        { type: 'text', text: 'I look.' },
        { type: 'tool', id: 'c1', name: 'shell', state: { status: 'running', input: { command: 'ls' } } },
        { type: 'tool', id: 'c2', name: 'read', state: { status: 'streaming', input: '{"fi' } },
      ],
    },
    { type: 'idle', id: 'msg_3' },
  ];
  type Run = (event: unknown) => Promise<void>;

  async function second(more: object = {}) {
    const { asked, home } = await opencode();
    const hooks = new Map<string, Run>();
    await plugins.setup({
      options: { home },
      location: { directory: home },
      tool: { hook: (name: string, run: Run) => void hooks.set(name, run) },
      session: { context: async () => TOLD },
      ...more,
    });
    const end = async (event: object = {}): Promise<unknown> => {
      const result = { output: { exit: 3 }, content: [{ type: 'text', text: LONG }], metadata: { exit: 3 } };
      const base = { tool: 'shell', sessionID: 's', id: 'c1', input: { command: 'ls' }, status: 'completed', result };
      const given = { ...base, ...event };
      await hooks.get('execute.after')?.(given);
      return given.result;
    };
    return { end, asked, hooks };
  }

  test('a result takes the server’s text, which was told of the session in the form of opencode 1', async () => {
    const { end, asked } = await second();
    expect(await end()).toEqual({
      output: { exit: 3 },
      content: [{ type: 'text', text: 'short' }],
      metadata: { exit: 3 },
    });
    expect(asked).toMatchObject([
      {
        ...{ session: 's', call: 'c1', tool: 'bash', args: { command: 'ls' }, output: LONG, metadata: { exit: 3 } },
        messages: [
          { info: { id: 'msg_1', role: 'user' }, parts: [{ type: 'text', text: 'Why?' }] },
          {
            info: { id: 'msg_2', role: 'assistant' },
            parts: [
              { type: 'text', text: 'I look.' },
              { type: 'tool', callID: 'c1', tool: 'bash' },
            ],
          },
        ],
      },
    ]);
    const events = createHooks()
      .createReportReader?.()
      .read((asked[0] as { messages: readonly unknown[] }).messages);
    expect(events?.map(({ kind }) => kind)).toEqual(['asked', 'said', 'called']);
    expect(await end({ result: { content: LONG } })).toEqual({ content: 'short' });
  });

  test.each([
    ['a tool that failed', { status: 'error', error: { message: 'no' } }],
    [
      'a result of two texts',
      {
        result: {
          content: [
            { type: 'text', text: LONG },
            { type: 'text', text: 'b' },
          ],
        },
      },
    ],
    ['a result with a file', { result: { content: [{ type: 'file', uri: 'file:///a', mime: 'image/png' }] } }],
    ['another tool', { tool: 'edit' }],
    ['an event without ids', { id: undefined }],
  ])('%s stays unchanged', async (_, event) => {
    const { end, asked } = await second();
    await end(event);
    expect(asked).toEqual([]);
  });

  test.each([[{ tool: undefined }], [{ tool: {} }], [{ session: undefined }], [{ session: {} }]])(
    'without a member that it needs, as in %j, it does nothing',
    async (more) => {
      expect((await second(more)).hooks.size).toBe(0);
    },
  );
});
