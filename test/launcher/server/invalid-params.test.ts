import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { RpcError } from '../../../src/mcp/rpc-error.ts';
import { inProcessServer } from '../../support/in-process-server.ts';
import { tempDir } from '../../support/temp-dir.ts';

async function refusal(method: string, params: unknown) {
  const server = inProcessServer(tempDir());
  const error = await server.handle(method, params).then(
    (answer) => expect.fail(`answered ${JSON.stringify(answer)}`),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof RpcError)) throw error;
  return { error, events: server.events };
}

interface Refused {
  readonly tool: string;
  readonly issues: readonly { readonly path: string; readonly code: string; readonly message: string }[];
  readonly advice: string;
}

/** What advice says, and codes that it must not contain. */
const WORDS = /\bis missing\b|\bexpected \S|\boutside the root "|\bunknown parameter\b/;
const CODES = /\b(?:custom|invalid_\w+|too_small|too_big|unrecognized_keys)\b/;

/** Returns `path code` for each issue, in the order of the answer. */
async function issuesOf(name: string, args: unknown): Promise<string[]> {
  const { error } = await refusal('tools/call', { name, arguments: args });
  expect(error.code).toBe(-32602);
  expect(error.message).toBe('Invalid params');
  const data = error.data as Refused;
  expect(data.tool).toBe(name);
  expect(data.advice).toMatch(WORDS);
  expect(data.advice).not.toMatch(CODES);
  for (const { code, message } of data.issues) expect(message).toBe(code);
  return data.issues.map(({ path, code }) => `${path} ${code}`);
}

const long = (n: number): string => 'x'.repeat(n);
const many = Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`V${i}`, '']));

test.each<[string, unknown, string[]]>([
  ['read', {}, ['arguments.file_path invalid_type']],
  ['read', undefined, ['arguments.file_path invalid_type']],
  ['read', { file_path: '' }, ['arguments.file_path too_small']],
  ['read', { file_path: 'a\0b' }, ['arguments.file_path custom']],
  ['read', { file_path: '../x' }, ['arguments.file_path custom']],
  ['read', { file_path: '/etc/passwd' }, ['arguments.file_path custom']],
  ['read', { file_path: 'a', encoding: 'latin1' }, ['arguments.encoding invalid_value']],
  ['read', { file_path: 'a', context_focus_question: ' \n' }, ['arguments.context_focus_question too_small']],
  ['read', { file_path: 'a', context_focus_question: long(1001) }, ['arguments.context_focus_question too_big']],
  ['read', { file_path: 'a', max_output_bytes: 1023 }, ['arguments.max_output_bytes too_small']],
  ['read', { file_path: 'a', max_output_bytes: 2000.5 }, ['arguments.max_output_bytes invalid_type']],
  ['read', { file_path: 'a', max_output_bytes: '2000' }, ['arguments.max_output_bytes invalid_type']],
  ['read', { file_path: 'a', start_line: 3, end_line: 2 }, ['arguments.end_line custom']],
  ['read', { file_path: 'a', start_line: 0, end_line: 2 }, ['arguments.start_line too_small']],
  ['read', { encoding: 1, file_path: 2 }, ['arguments.encoding invalid_value', 'arguments.file_path invalid_type']],
  ['bash', {}, ['arguments.command invalid_type']],
  ['bash', { command: '' }, ['arguments.command too_small']],
  ['bash', { command: long(50_001) }, ['arguments.command too_big']],
  ['bash', { command: 'a\0b' }, ['arguments.command custom']],
  ['bash', { command: 'x', env: { A: '\0' } }, ['arguments.env.A custom']],
  ['grep', { pattern: '\0' }, ['arguments.pattern custom']],
  ['bash', { command: 'x', cwd: '..' }, ['arguments.cwd custom']],
  ['bash', { command: 'x', env: { lower: '1' } }, ['arguments.env.lower invalid_key']],
  ['bash', { command: 'x', env: { A: 1 } }, ['arguments.env.A invalid_type']],
  ['bash', { command: 'x', env: { A: long(4001) } }, ['arguments.env.A too_big']],
  ['bash', { command: 'x', env: many }, ['arguments.env custom']],
  ['bash', { command: 'x', timeout_ms: 99 }, ['arguments.timeout_ms too_small']],
  ['bash', { command: 'x', context_focus_question: '' }, ['arguments.context_focus_question too_small']],
  ['bash', { command: 'x', max_output_bytes: 1 }, ['arguments.max_output_bytes too_small']],
  ['grep', {}, ['arguments.pattern invalid_type']],
  ['grep', { pattern: '' }, ['arguments.pattern too_small']],
  ['grep', { pattern: long(10_001) }, ['arguments.pattern too_big']],
  ['grep', { pattern: 'x', path: '../y' }, ['arguments.path custom']],
  ['grep', { pattern: 'x', paths: [] }, ['arguments.paths too_small']],
  ['grep', { pattern: 'x', paths: Array(101).fill('a') }, ['arguments.paths too_big']],
  ['grep', { pattern: 'x', paths: ['a', '/', '..'] }, ['arguments.paths.1 custom', 'arguments.paths.2 custom']],
  ['grep', { pattern: 'x', path: 'a', paths: ['b'] }, ['arguments.paths custom']],
  ['grep', { pattern: 'x', cwd: '/' }, ['arguments.cwd custom']],
  ['grep', { pattern: 'x', fixed_string: 'yes' }, ['arguments.fixed_string invalid_type']],
  ['grep', { pattern: 'x', case_sensitive: 0 }, ['arguments.case_sensitive invalid_type']],
  ['grep', { pattern: 'x', timeout_ms: 1 }, ['arguments.timeout_ms too_small']],
  ['grep', { pattern: 'x', max_matches: 0 }, ['arguments.max_matches too_small']],
  ['grep', { pattern: 'x', context_focus_question: long(1001) }, ['arguments.context_focus_question too_big']],
  ['grep', { pattern: 'x', max_output_bytes: 0 }, ['arguments.max_output_bytes too_small']],
  ['write', {}, ['name invalid_value']],
])('%s %j', async (name, args, issues) => {
  expect(await issuesOf(name, args)).toEqual(issues);
});

test('the whole answer to params that do not fit', async () => {
  const { error, events } = await refusal('tools/call', { name: 'read', arguments: { file_path: 7 } });
  expect(error.data).toEqual({
    jeeves: { schemaVersion: 1 },
    method: 'tools/call',
    tool: 'read',
    issues: [{ path: 'arguments.file_path', code: 'invalid_type', message: 'invalid_type' }],
    advice: '"file_path" is 7: expected a string',
  });
  expect(events.map(({ event }) => event).filter((event) => event !== 'req.state')).toEqual([
    'tool.request_received',
    'tool.request_invalid',
  ]);
  expect(events.at(-1)).toMatchObject({
    level: 'warn',
    request_id: 'request-1',
    data: { tool: 'read', message: 'Invalid params: arguments.file_path invalid_type' },
  });
});

test.each([
  ['tools/call', undefined, [' invalid_type']],
  ['tools/call', [], [' invalid_type']],
  ['tools/call', {}, ['name invalid_type']],
  ['tools/call', { name: 3, arguments: [] }, ['arguments invalid_type', 'name invalid_type']],
  ['tools/list', 'x', [' invalid_type']],
  ['tools/list', { cursor: 'abc' }, ['cursor invalid_type']],
  ['initialize', {}, ['protocolVersion invalid_type']],
  ['initialize', undefined, [' invalid_type']],
  ['initialize', { protocolVersion: 3 }, ['protocolVersion invalid_type']],
  ['initialize', { protocolVersion: 'x', capabilities: [] }, ['capabilities invalid_type']],
  ['initialize', { protocolVersion: 'x', clientInfo: {} }, ['clientInfo.name invalid_type']],
])('%s %j', async (method, params, issues) => {
  const { error } = await refusal(method, params);
  const data = error.data as { method: string; issues: { path: string; code: string }[] };
  expect(error.code).toBe(-32602);
  expect(data.method).toBe(method);
  expect(data.issues.map(({ path, code }) => `${path} ${code}`)).toEqual(issues);
});

test('numbers above their maximum were lowered in silence', async () => {
  const above = { timeout_ms: 300_001, max_output_bytes: 10_485_761 };
  const issuesOf = async (name: string, args: object): Promise<unknown> => {
    const { error } = await refusal('tools/call', { name, arguments: args });
    const { issues } = error.data as { issues: { path: string; code: string }[] };
    return [error.code, ...issues.map(({ path, code }) => `${path} ${code}`)];
  };
  const paths = ['arguments.max_output_bytes too_big', 'arguments.timeout_ms too_big'];
  expect(await issuesOf('bash', { command: 'x', ...above })).toEqual([-32602, ...paths]);
  const grep = { pattern: 'x', max_matches: 5001, context_lines: 51, ...above };
  const more = ['arguments.context_lines too_big', 'arguments.max_matches too_big'];
  expect(await issuesOf('grep', grep)).toEqual([-32602, ...more, ...paths]);
  expect(await issuesOf('read', { file_path: 'a', max_output_bytes: 1e9 })).toEqual([-32602, paths[0]]);
});

test('a method that is not there is -32601', async () => {
  const { error } = await refusal('resources/list', {});
  expect(error.code).toBe(-32601);
});

test('unknown members of params and `_meta` are left alone', async () => {
  const server = inProcessServer(tempDir());
  const answer = await server.handle('tools/call', {
    name: 'read',
    arguments: { file_path: 'none' },
    _meta: { progressToken: 1, 'x/y': {} },
    later: true,
  });
  expect(answer).toMatchObject({ isError: true });
});

describe('what does no harm is accepted', () => {
  const call = (name: string, args: object) => {
    const root = tempDir();
    writeFileSync(path.join(root, 'a'), 'one\ntwo\nthree\n');
    return inProcessServer(root).call(name, args);
  };

  test.each([
    [{ start_line: 2 }, { content: 'two\nthree\n', start_line: 2, end_line: 3, total_lines: 3 }],
    [{ end_line: 2 }, { content: 'one\ntwo\n', start_line: 1, end_line: 2 }],
    [{ start_line: 9 }, { content: '', start_line: 9, total_lines: 3 }],
    [{ path: 'b', limit: 3 }, { content: 'one\ntwo\nthree\n' }],
    [{ max_output_bytes: 10_485_760 }, { content: 'one\ntwo\nthree\n', truncated: false }],
  ])('read %j', async (args, result) => {
    expect(await call('read', { file_path: 'a', ...args })).toMatchObject({ structuredContent: result });
  });
});

describe('an unknown argument passed in silence', () => {
  const root = (): string => {
    const folder = tempDir();
    writeFileSync(path.join(folder, 'a'), 'one\ntwo\nthree\n');
    return folder;
  };

  test.each([
    ['context_focus_questions', 'did you mean "context_focus_question"?'],
    ['question', 'did you mean "context_focus_question"?'],
    ['contextFocusQuestion', 'did you mean "context_focus_question"?'],
    ['offset', 'its arguments are file_path, encoding, start_line, end_line, max_output_bytes, context_focus_question'],
  ])('%s', async (name, meant) => {
    const warning = `ignored "${name}", which read does not have: ${meant}`;
    const args = { file_path: 'a', [name]: 'two?' };
    const { content, structuredContent } = await inProcessServer(root()).call('read', args);
    expect(structuredContent).toMatchObject({ content: 'one\ntwo\nthree\n', warnings: [warning] });
    expect(content).toEqual([{ type: 'text', text: `[${warning}]\none\ntwo\nthree\n` }]);
    const text = await inProcessServer(root(), { output: 'text' }).call('read', args);
    expect(text).toMatchObject({ content, _meta: { 'jeeves/result': { warnings: [warning] } } });
  });

  test('several, with a failure', async () => {
    const result = await inProcessServer(root()).call('bash', { command: 'exit 3', a: 1, timeout: 5 });
    expect(result).toMatchObject({ isError: true });
    expect(result.structuredContent['warnings']).toEqual([
      expect.stringContaining('ignored "a"'),
      'ignored "timeout", which bash does not have: did you mean "timeout_ms"?',
    ]);
  });
});

test('every value that a schema refuses is refused in words', async () => {
  const server = inProcessServer(tempDir());
  const { tools } = (await server.handle('tools/list', {})) as {
    tools: { name: string; inputSchema: { properties: object; required?: string[] } }[];
  };
  const bad = [undefined, null, 7, -1, 1e12, '', ' ', '\0', '/etc', 'x'.repeat(200_000), true, [], [7], {}, { a: 7 }];
  let refused = 0;
  for (const { name, inputSchema } of tools) {
    const whole = { file_path: 'a', command: 'true', pattern: 'a' };
    const needed = Object.fromEntries(
      (inputSchema.required ?? []).map((one) => [one, whole[one as keyof typeof whole]]),
    );
    for (const property of Object.keys(inputSchema.properties)) {
      for (const value of bad) {
        const params = { name, arguments: { ...needed, timeout_ms: 100, [property]: value } };
        const answer = await server.handle('tools/call', params).catch((error: unknown) => error);
        if (!(answer instanceof RpcError)) continue;
        refused++;
        const { advice } = answer.data as Refused;
        expect.soft(advice, `${name} ${property} ${JSON.stringify(value)?.slice(0, 40)}`).toMatch(WORDS);
        expect.soft(advice).not.toMatch(CODES);
        expect.soft(advice).toContain(property);
      }
    }
  }
  expect(refused).toBeGreaterThan(100);
}, 60_000);

describe('where the host shows the model an error’s message alone', () => {
  test.each([
    ['read', {}, '"file_path" is missing'],
    ['read', { file_path: '../x' }, 'file_path: "../x" is outside the root "ROOT"; bash can read it'],
    ['read', { file_path: 7 }, '"file_path" is 7: expected a string'],
    ['read', { file_path: 'a', start_line: 3, end_line: 2 }, '"end_line" is 2: expected start_line or a later one'],
    ['bash', { command: 'x', timeout_ms: 5 }, '"timeout_ms" is 5: expected at least 100'],
    ['bash', { command: 'a\0b' }, '"command" is "a\\u0000b": expected a string without NUL characters'],
    ['grep', { pattern: 'x', path: 'a', paths: ['b'] }, '"paths" is an array of 1: expected path or paths, not both'],
    ['write', {}, 'there is no tool "write": expected one of read, bash, grep'],
  ])('%s %j is a failed result that says what is wrong', async (name, args, words) => {
    const root = tempDir();
    const result = await inProcessServer(root, { output: 'text' }).call(name, args);
    expect(result).toMatchObject({
      content: [{ type: 'text', text: `[invalid_params: nothing was done: ${words.replace('ROOT', root)}]` }],
      isError: true,
      _meta: {
        'jeeves/result': { error: { code: -32602, message: 'Invalid params', data: { method: 'tools/call' } } },
      },
    });
    expect(result.structuredContent).toBeUndefined();
  });

  test('other methods answer as ever', async () => {
    const server = inProcessServer(tempDir(), { output: 'text' });
    await expect(server.handle('tools/list', { cursor: 'abc' })).rejects.toMatchObject({ code: -32602 });
    expect(await server.handle('tools/call', {})).toMatchObject({ isError: true });
  });
});

test('an initialize or a list that does not fit is told in the log, without its values', async () => {
  const { events } = await refusal('initialize', { protocolVersion: 7, clientInfo: { name: 'secret' } });
  expect(events).toMatchObject([
    { event: 'tool.request_invalid', level: 'warn', data: { message: 'initialize: protocolVersion invalid_type' } },
  ]);
  const listed = await refusal('tools/list', { cursor: 7 });
  expect(listed.events.map(({ event }) => event)).toContain('tool.request_invalid');
});
