import { expect, test } from 'vitest';
import { createEmbeddedPruner } from '../../../../src/engine/embedded.ts';
import type { PruneRequest } from '../../../../src/engine/pruner.ts';
import { stubPruner } from '../../../contract/stub-pruner.ts';
import { failure, replied, toolResponseAnswer } from '../test-door.ts';

const TEXT = Array.from({ length: 40 }, (_, i) =>
  i === 20 ? 'const needle = \u{1f600};' : `const line${i} = ${i};`,
).join('\n');

async function seenBy(body: object): Promise<PruneRequest> {
  const seen: PruneRequest[] = [];
  await toolResponseAnswer({ tool_response: TEXT, ...body }, stubPruner(seen));
  return seen[0] as PruneRequest;
}

test('every field is there, and the trailing marker names its range', async () => {
  const answer = await toolResponseAnswer(
    {
      history: [],
      tool_call: {},
      tool_response: TEXT,
      threshold: '0.4',
      output_format: 'text',
      tools: [],
      context_focus_question: 'how does line20 needle work',
      target_ratio: 0.2,
    },
    createEmbeddedPruner(),
  );
  expect(answer).toMatchObject({
    kept_lines: expect.arrayContaining([21]),
    original_lines: 40,
    kept_line_count: answer.kept_lines.length,
    original_chars: [...TEXT].length,
    pruned_chars: [...answer.pruned_code].length,
    latency_ms: expect.any(Number),
    error_msg: null,
    backend: 'embedded',
    engine: 'embedded',
    fallback_reason: null,
    request_id: 'test-id',
  });
  expect(answer.pruned_code).toContain('const needle = \u{1f600};');
  expect(answer.pruned_code).toMatch(/\(filtered \d+ lines: \d+-40\)$/);
  expect(answer.pruned_tokens).toBeLessThan(answer.original_tokens);
});

test('the record names the dialect', async () => {
  const { record } = await replied({ tool_response: TEXT, context_focus_question: 'needle' });
  expect(record).toMatchObject({ dialect: 'tool_response', engine: 'embedded', fallbackReason: null, cache: null });
});

test('options reach the engine', async () => {
  const request = await seenBy({
    context_focus_question: ' needle ',
    threshold: 7,
    max_tokens: '90',
    markers: 'plain',
    path: 'a.log',
    kind: 'log',
    first_line: 5,
    failed: true,
  });
  expect(request).toMatchObject({ question: 'needle', threshold: 1, maxTokens: 90, markers: 'plain', path: 'a.log' });
  expect(request).toMatchObject({ kind: 'log', firstLine: 5, failed: true });
});

test('without a question: the end of what the assistant said, the call, the beginning of what the user asked', async () => {
  const history = [
    { role: 'user', content: `Why does login fail? ${'detail '.repeat(200)}` },
    { role: 'assistant', content: 'Earlier thoughts.' },
    { role: 'tool', content: 'NOT THIS' },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: `${'thinking '.repeat(200)}Now I read the session code.` },
        { type: 'tool_use', input: {} },
      ],
    },
  ];
  const tool_call = { function: { name: 'read', arguments: '{"file_path":"src/session.ts","lines":[1,"two"]}' } };
  const { question, path } = await seenBy({ history, tool_call });
  const [assistant, call, user] = question.split('\n') as [string, string, string];
  expect(assistant).toMatch(/Now I read the session code\.$/);
  expect(assistant.length).toBeLessThanOrEqual(600);
  expect(call).toBe('read src/session.ts two');
  expect(user).toMatch(/^Why does login fail\?/);
  expect(user.length).toBeLessThanOrEqual(400);
  expect(path).toBe('src/session.ts');
});

test.each<[string, object, string]>([
  ['strings for a history', { history: ['first', 'I look for the needle'] }, 'I look for the needle'],
  ['a call of strings', { tool_call: 'grep needle' }, 'grep needle'],
  ['arguments that are an object', { tool_call: { name: 'bash', arguments: { command: 'ls' } } }, 'bash ls'],
  ['an input', { tool_call: { name: 'bash', input: { command: 'ls' } } }, 'bash ls'],
  ['arguments that are no JSON', { tool_call: { name: 'bash', arguments: 'ls -l' } }, 'bash ls -l'],
  ['odd things among them', { history: ['x', null, 7, [], { role: 'assistant', content: 3 }] }, 'x'],
])('a question is read off %s', async (_, body, question) => {
  expect((await seenBy(body)).question).toBe(question);
});

test('nested arguments without end are not followed', async () => {
  let input: unknown = 'deep';
  for (let i = 0; i < 5_000; i++) input = { input };
  expect((await seenBy({ tool_call: { name: 'n', input } })).question).toBe('n');
});

test.each([
  {},
  { history: [], tool_call: {} },
  { context_focus_question: ' ', history: [{ role: 'user', content: ' ' }] },
])('where nothing says anything the text is kept whole: %j', async (body) => {
  const answer = await toolResponseAnswer({ tool_response: TEXT, ...body });
  expect(answer).toMatchObject({ pruned_code: TEXT, kept_line_count: 40, error_msg: expect.stringContaining('blank') });
  expect(answer.pruned_tokens).toBe(answer.original_tokens);
  expect(answer.engine).toBeNull();
});

test('code wins over tool_response, tool_response over documents', async () => {
  expect((await replied({ tool_response: 'a', documents: [], goal: 'g' })).record.dialect).toBe('tool_response');
  expect((await replied({ tool_response: 'a', code: 'c', query: 'c' })).record.dialect).toBe('code');
});

test('a tool response that is no string is 422', async () => {
  expect(await failure({ tool_response: 7 })).toMatchObject({
    code: 'invalid_request',
    detail: [{ type: 'string_type', loc: ['body', 'tool_response'] }],
  });
});
