import { expect, test } from 'vitest';
import { type CompactMessage, compacted } from '../../../../../launcher/hosts/claude-code/mod/compaction.ts';
import type { ModHost } from '../../../../../launcher/hosts/claude-code/mod/mod-host.ts';

const FOLDER = '/home/u/.claude/projects/-p/s/tool-results/mcp-pruner';

/** Claude Code's record of results, each of its own answer, and what hangs on a record. */
const recordWith = (hidden: readonly object[] = []): string =>
  ['one', 'two', 'three']
    .flatMap((id): object[] => [
      { type: 'assistant', uuid: `call-${id}`, message: { content: [{ type: 'tool_use', id }] } },
      {
        ...{ type: 'user', uuid: id, parentUuid: `call-${id}` },
        message: { content: [{ type: 'tool_result', tool_use_id: id }] },
      },
    ])
    .concat(hidden)
    .map((line) => JSON.stringify(line))
    .join('\n');

/** Claude Code's files, of which the model may read those below `readable`. */
function hostWith(files: Map<string, string>, readable: string = '/', record: string = recordWith()): ModHost {
  const text = (path: string): string => {
    const found = path.endsWith('.jsonl') ? record : files.get(path);
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

test('a result of an earlier task is kept in a file, and only prompts keep their handles', async () => {
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
  expect(rest[2]?.toolResults).toEqual([{ tool_use_id: 'one', text: lineOf(file) }]);
  expect(rest.map(({ handle }) => handle !== undefined)).toEqual([true, false, false, false, false, true, false]);
  for (const [at, { role, toolUses, text: words }] of messages.entries())
    expect(rest[at]).toMatchObject({ role, toolUses, text: words });
});

test('a result that was shortened before is named by the file that its notice names', async () => {
  const shown = `${outputOf('one')}[mcp-pruner left out what this session does not seem to need. All of it: file "/kept/one.txt"]`;
  const messages = [message('user', 'Run it.'), call('one'), result('one', shown), ...done];
  const rest = await compacted(messages, hostWith(new Map([['/kept/one.txt', `more\n${outputOf('one')}`]])));
  expect(rest?.[2]?.toolResults?.[0]?.text).toBe(lineOf('/kept/one.txt'));
});

test.each<[string, string | undefined]>([
  ['is gone', undefined],
  ['was edited since', outputOf('other')],
  ['has other lines, because the notice is a text of somebody else', 'root:x:0:0'],
])('a result whose notice names a file is kept as it was shown if that file %s', async (_, named) => {
  const shown = `${outputOf('one')}[mcp-pruner left out all. All of it: file "/named.txt"]`;
  const files = new Map(named === undefined ? [] : [['/named.txt', named]]);
  const messages = [message('user', 'Run it.'), call('one'), result('one', shown), ...done];
  const [, file = ''] =
    /file "(.*)"/.exec((await compacted(messages, hostWith(files)))?.[2]?.toolResults?.[0]?.text ?? '') ?? [];
  expect(file.startsWith(FOLDER)).toBe(true);
  expect(files.get(file)).toBe(shown);
});

/** A call of a tool, with the tool's record of its result. */
const recorded = (
  id: string,
  tool: string,
  input: object,
  text: string,
  record: unknown,
): readonly CompactMessage[] => [
  message('assistant', '', { toolUses: [{ tool_use_id: id, tool, input: { ...input }, result: record }] }),
  message('user', '', { toolResults: [{ tool_use_id: id, text, result: record }] }),
];

test('structured content is kept with all of its fields', async () => {
  const json = JSON.stringify({ id: 42, content: outputOf('one') });
  const files = new Map<string, string>();
  const messages = [message('user', 'Ask.'), ...recorded('one', 'mcp__db__query', {}, json, json), ...done];
  expect(await compacted(messages, hostWith(files))).toBeDefined();
  expect([...files.values()]).toEqual([json]);
});

test('a file that was read is named while it has that text, and otherwise a copy', async () => {
  const content = outputOf('one').trimEnd();
  const read = { type: 'text', file: { filePath: '/p/a.ts', content, numLines: 200, startLine: 1, totalLines: 200 } };
  const numbered = content.replaceAll(/^/gm, '1\t');
  const messages = [
    message('user', 'Read.'),
    ...recorded('one', 'Read', { file_path: '/p/a.ts' }, numbered, read),
    ...done,
  ];
  const refOf = async (files: Map<string, string>) =>
    (await compacted(messages, hostWith(files)))?.[2]?.toolResults?.[0]?.text;
  expect(await refOf(new Map([['/p/a.ts', `${content}\nmore`]]))).toBe(lineOf('/p/a.ts'));
  const files = new Map([['/p/a.ts', 'edited since']]);
  const line = await refOf(files);
  expect(line).toContain(FOLDER);
  expect([...files.values()][1]).toBe(content);
});

test.each<[string, string, unknown]>([
  [
    'an image beside a text',
    'mcp__db__draw',
    [
      { type: 'text', text: 'x' },
      { type: 'image', data: 'aa' },
    ],
  ],
  ['a notebook', 'Read', { type: 'notebook', file: { filePath: '/a.ipynb', cells: [] } }],
  ['a command’s image', 'Bash', { stdout: '', isImage: true }],
  ['a document', 'Read', { type: 'pdf', file: { filePath: '/a.pdf', base64: 'aa' } }],
])('what is no text goes back as it came: %s', async (_, tool, record) => {
  const odd = recorded('two', tool, {}, outputOf('two'), record);
  const messages = [message('user', 'Run it.'), call('one'), result('one', outputOf('one').repeat(3)), ...odd, ...done];
  expect((await compacted(messages, hostWith(new Map())))?.[4]).toBe(messages[4]);
});

test.each([
  [
    'a prompt that was typed meanwhile',
    { type: 'attachment', attachment: { type: 'queued_command', prompt: 'Mind the gap' } },
  ],
  [
    'the instructions of a folder',
    { type: 'attachment', attachment: { type: 'nested_memory', path: '/p/a/CLAUDE.md' } },
  ],
  ['what a hook adds', { type: 'attachment', attachment: { type: 'hook_additional_context', content: ['hello'] } }],
  ['a kind that is not known', { type: 'attachment', attachment: { type: 'new_kind' } }],
  ['a text of Claude Code', { type: 'user', isMeta: true, message: { content: 'Tool loaded.' } }],
])('a result stays with what hangs on it: %s', async (_, hidden) => {
  const after = (parentUuid: string): string =>
    recordWith([
      { type: 'attachment', uuid: 'x', parentUuid, attachment: { type: 'prompt_snapshot' } },
      { ...hidden, uuid: 'y', parentUuid: 'x' },
    ]);
  const messages = [
    ...[message('user', 'Run it.'), call('one'), result('one', outputOf('one').repeat(3))],
    ...[call('two'), result('two', outputOf('two')), ...done],
  ];
  const rest = await compacted(messages, hostWith(new Map(), '/', after('two')));
  expect(rest?.map(({ toolResults }) => toolResults?.[0]?.text.startsWith('[mcp-pruner left out'))[2]).toBe(true);
  expect(rest?.[4]).toBe(messages[4]);
  // Nothing says which of an answer's words would go with it.
  expect(await compacted(messages, hostWith(new Map(), '/', after('call-two')))).toBeUndefined();
});

test('after an earlier compaction its lines stay, and only newer results are left out', async () => {
  const first = [message('user', 'Run it.'), call('one'), result('one', outputOf('one')), ...done];
  const files = new Map<string, string>();
  const rest = (await compacted(first, hostWith(files))) ?? [];
  const again = [...rest, call('two'), result('two', outputOf('two')), message('user', 'Now a third task.')];
  const twice = await compacted(again, hostWith(files));
  expect(twice?.[2]?.toolResults).toEqual(rest[2]?.toolResults);
  expect(twice?.[6]?.toolResults?.[0]?.text).toContain(FOLDER);
  expect([...files.values()]).toEqual([outputOf('one'), outputOf('two')]);
});

test('instructions, and files that must stay whole, stay', async () => {
  const stays = (file: string, id: string) => {
    const content = outputOf(id).trimEnd();
    const read = { type: 'text', file: { filePath: file, content, numLines: 200, startLine: 1, totalLines: 200 } };
    return recorded(id, 'Read', { file_path: file }, content, read);
  };
  const messages = [
    ...[message('user', 'Run it.'), call('one'), result('one', outputOf('one').repeat(5))],
    ...[...stays('/p/AGENTS.md', 'two'), ...stays('/p/secret.ts', 'three'), ...done],
  ];
  const rest = await compacted(messages, hostWith(new Map()), (file) => file === '/p/secret.ts');
  expect(rest?.flatMap(({ toolResults = [] }) => toolResults.map(({ text }) => text.length > 1000))).toEqual([
    ...[false, true, true],
  ]);
});

test('results that cannot be written in time stay', async () => {
  const ids = Array.from({ length: 700 }, (_, at) => `call-${at}`);
  const record = ids
    .map((id) => JSON.stringify({ type: 'user', uuid: id, message: { content: [{ tool_use_id: id }] } }))
    .join('\n');
  const messages = [message('user', 'Run it.'), ...ids.flatMap((id) => [call(id), result(id, outputOf(id))]), ...done];
  const leftOutAt = async (msOfLook: number): Promise<number | undefined> => {
    let ms = 0;
    const host = { ...hostWith(new Map(), '/', record), now: async () => (ms += msOfLook) };
    const rest = await compacted(messages, host);
    return rest?.filter(({ toolResults = [] }) => toolResults.some(({ text }) => text.startsWith('[mcp-pruner')))
      .length;
  };
  const all = (await leftOutAt(0)) ?? 0;
  expect(all).toBeGreaterThan(600);
  const some = (await leftOutAt(6)) ?? 0;
  expect(some).toBeGreaterThan(300);
  expect(some).toBeLessThan(all);
  expect(await leftOutAt(60)).toBeUndefined();
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
