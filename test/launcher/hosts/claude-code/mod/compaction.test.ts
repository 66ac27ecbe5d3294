import { expect, test } from 'vitest';
import { type CompactMessage, compacted } from '../../../../../launcher/hosts/claude-code/mod/compaction.ts';
import type { ModHost } from '../../../../../launcher/hosts/claude-code/mod/mod-host.ts';

const FOLDER = '/home/u/.claude/projects/-p/s/tool-results/mcp-pruner';

/** Claude Code's files, of which the model may read those below `readable`. */
function hostWith(files: Map<string, string>, readable: string = '/'): ModHost {
  const text = (path: string): string => {
    const found = files.get(path);
    if (found === undefined) throw new Error(`ENOENT ${path}`);
    return found;
  };
  return {
    home: async () => '/home/u/.claude',
    sessionId: async () => 's',
    root: async () => '/p',
    cwd: async () => '/p',
    exists: async (path: string) => path.endsWith('.jsonl') || files.has(path),
    readFile: async (path: string) => text(path),
    writeFile: async (path: string, written: string) => void files.set(path, written),
    mayRead: async (path: string) => path.startsWith(readable),
    now: async () => 0,
  } as Partial<ModHost> as ModHost;
}

let handles = 0;
const message = (role: 'user' | 'assistant', text: string, more: Partial<CompactMessage> = {}): CompactMessage => ({
  ...{ role, text, toolUses: [], handle: `handle-${handles++}` },
  ...more,
});
const call = (id: string): CompactMessage =>
  message('assistant', '', { toolUses: [{ tool_use_id: id, tool: 'Bash', input: { command: id } }] });
const result = (id: string, text: string): CompactMessage =>
  message('user', '', { toolResults: [{ tool_use_id: id, text }] });
const outputOf = (id: string): string => `${id} is printed\n`.repeat(200);
const done = [message('user', 'Now something else.'), message('assistant', 'That is all.')];
const lineOf = (ref: string): string =>
  `[mcp-pruner left out this result when the session was compacted. All of it: file "${ref}"]`;

test('a result of an earlier task is kept in a file, and only answers behind it lose their handles', async () => {
  const files = new Map<string, string>();
  const messages = [
    message('user', 'Run it.'),
    call('one'),
    result('one', outputOf('one')),
    call('two'),
    result('two', 'ok'),
    ...done,
  ];
  const rest = (await compacted(messages, hostWith(files))) ?? [];
  const [[file, text] = ['', '']] = [...files];
  expect(file.startsWith(FOLDER)).toBe(true);
  expect(text).toBe(outputOf('one'));
  expect(rest.slice(0, 2)).toEqual(messages.slice(0, 2));
  expect(rest[2]?.toolResults).toEqual([{ tool_use_id: 'one', text: lineOf(file) }]);
  expect(rest.map(({ handle }) => handle !== undefined)).toEqual([true, true, false, false, true, true, false]);
  for (const [at, { role, toolUses, text: words }] of messages.entries())
    expect(rest[at]).toMatchObject({ role, toolUses, text: words });
});

test('a result that was shortened before is named by the file that its notice names', async () => {
  const shown = `${outputOf('one')}[mcp-pruner left out what this session does not seem to need. All of it: file "/kept/one.txt"]`;
  const messages = [message('user', 'Run it.'), call('one'), result('one', shown), ...done];
  const rest = await compacted(messages, hostWith(new Map([['/kept/one.txt', outputOf('more')]])));
  expect(rest?.[2]?.toolResults?.[0]?.text).toBe(lineOf('/kept/one.txt'));
  // Without that file the result is the only text there is.
  expect(await compacted(messages, hostWith(new Map()))).toBeUndefined();
});

test('what refers to a text above goes with it', async () => {
  const shown = 'first\n(lines 2-9 as in one above)\nlast';
  const messages = [
    ...[message('user', 'Run it.'), call('one'), result('one', outputOf('one')), message('user', 'Again.')],
    ...[call('two'), result('two', shown), message('assistant', 'The same.')],
  ];
  const rest = await compacted(messages, hostWith(new Map()));
  expect(rest?.[5]?.toolResults?.[0]?.text).toMatch(/left out this result/);
});

test.each<[string, readonly CompactMessage[], string]>([
  [
    'the results of the current task are all there is',
    [message('user', 'Run it.'), call('one'), result('one', outputOf('one'))],
    '/',
  ],
  [
    'the model may not read what is kept',
    [message('user', 'Run it.'), call('one'), result('one', outputOf('one')), ...done],
    '/nowhere',
  ],
  [
    'more than half would stay',
    [message('user', outputOf('long words')), call('one'), result('one', outputOf('one')), ...done],
    '/',
  ],
  [
    'a message has several results, of which one may be an image',
    [
      ...[message('user', 'Run it.'), call('one')],
      message('user', '', { toolResults: ['one', 'two'].map((id) => ({ tool_use_id: id, text: outputOf(id) })) }),
      ...done,
    ],
    '/',
  ],
  ['there is nothing', [], '/'],
])('Claude Code compacts if %s', async (_, messages, readable) => {
  expect(await compacted(messages, hostWith(new Map(), readable))).toBeUndefined();
});
