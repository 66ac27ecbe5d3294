import { copyFileSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readArtifactResource } from '../../../../src/artifacts/artifact-resources.ts';
import { NODE, ROOT } from '../../../runtime/started.ts';
import { answering, startGateway, type TestedGateway } from '../../../support/gateway.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const SOURCE = readFileSync(`${ROOT}test/fixtures/sources/tool-call.txt`, 'utf8');
const QUESTION = 'how is a progress token reported?';
const TOOLS = [
  { name: 'answer', inputSchema: { type: 'object' } },
  {
    name: 'rows',
    inputSchema: { type: 'object' },
    outputSchema: {
      type: 'object',
      properties: {
        rows: {
          type: 'array',
          items: {
            type: 'object',
            properties: { id: { type: 'number' }, note: { type: 'string' } },
            required: ['id'],
            additionalProperties: false,
          },
        },
      },
      required: ['rows'],
      additionalProperties: false,
    },
  },
];

const TEXT_ALONE = { structured: false };

const textOf = ({ content }: Awaited<ReturnType<TestedGateway['call']>>, block = 0): string =>
  String(content[block]?.['text']);
const start = (more: object = {}, options = {}) => startGateway({ s: answering({ tools: TOOLS }, more) }, options);

test('a result is handed on as it came, with what nobody knows yet', async () => {
  const { call } = await start();
  const result = {
    content: [
      { type: 'text', text: 'é' },
      { type: 'hologram', 'x-data': [1, null] },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
    ],
    structuredContent: { any: { thing: [1] } },
    'x-more': true,
    _meta: { theirs: 1 },
  };
  expect(await call('mcp_s_answer', { result })).toEqual(result);
  expect(await call('mcp_s_answer', { result: { ...result, isError: true } })).toEqual({ ...result, isError: true });
  expect(await call('mcp_s_answer', { result: { structuredContent: {} } })).toEqual({
    content: [],
    structuredContent: {},
  });
});

test('the question stays here; all else reaches the server under its own name', async () => {
  const { call } = await start();
  const asked = JSON.parse(textOf(await call('mcp_s_answer', { a: 1, context_focus_question: QUESTION })));
  expect(asked).toMatchObject({ name: 'answer', arguments: { a: 1 } });
  expect(asked.arguments).toEqual({ a: 1 });
});

test('where focus is off, or the tool has an argument of that name, it is the tool’s', async () => {
  const own = {
    name: 'own',
    inputSchema: { type: 'object', properties: { context_focus_question: { type: 'string' } } },
  };
  const { call } = await startGateway({
    s: answering({ tools: [own] }),
    t: answering({ tools: TOOLS }, { focus: false }),
  });
  for (const name of ['mcp_s_own', 'mcp_t_answer']) {
    const { arguments: args } = JSON.parse(textOf(await call(name, { context_focus_question: QUESTION })));
    expect(args).toEqual({ context_focus_question: QUESTION });
  }
});

test('a question that is none is refused before anything is called', async () => {
  const { call } = await start();
  const refused = call('mcp_s_answer', { context_focus_question: 5 });
  await expect(refused).rejects.toMatchObject({
    code: -32602,
    data: { issues: [{ path: 'arguments.context_focus_question' }] },
  });
});

test('the lines that answer come back, and the raw text is one call away', async () => {
  const { call, artifacts } = await start();
  const image = { type: 'image', data: 'A'.repeat(50_000), mimeType: 'image/png' };
  const result = { content: [{ type: 'text', text: SOURCE.repeat(3) }, image] };
  const pruned = await call('mcp_s_answer', { result, context_focus_question: QUESTION });
  expect(textOf(pruned)).toContain('progressReporter');
  expect(textOf(pruned)).toMatch(/\(filtered \d+ lines: \d+-\d+\)/);
  expect(pruned.content[1]).toEqual(image);
  const [, ref] = /artifact ref="([^"]+)"/.exec(textOf(pruned)) ?? [];
  const { contents } = await readArtifactResource(artifacts, { uri: ref });
  expect(contents).toMatchObject([{ text: SOURCE.repeat(3) }]);
  expect(pruned._meta?.['jeeves/result']).toMatchObject({ pruning: { applied: true, artifact_ref: ref } });
});

test('a text that would fit as it is comes back without what the question leaves out', async () => {
  const { call } = await start();
  const question = 'Where are the arguments of a call validated and refused?';
  const result = { content: [{ type: 'text', text: SOURCE }] };
  const pruned = textOf(await call('mcp_s_answer', { result, context_focus_question: question }));
  expect(pruned).toContain('const refuse = ');
  expect(pruned).not.toContain('function progressReporter(');
  expect(pruned.length).toBeLessThan(SOURCE.length / 2);
});

test('a failed call that says little is shown whole, and stays an error', async () => {
  const { call } = await start();
  const result = { content: [{ type: 'text', text: 'Error: no such table\n' }], isError: true };
  const failed = await call('mcp_s_answer', { result, context_focus_question: QUESTION });
  expect(failed).toEqual({
    ...result,
    _meta: { 'jeeves/result': { pruning: expect.objectContaining({ applied: true }) } },
  });
});

test('a failed call that says much is pruned by the question, its errors and last lines kept', async () => {
  const { call } = await start();
  const lines = Array.from({ length: 3000 }, (_, i) => `step ${i} of the migration went well enough`);
  lines[1500] = 'ERROR: relation "users" does not exist';
  const result = { content: [{ type: 'text', text: lines.join('\n') }], isError: true };
  const question = 'Which relation is missing?';
  const failed = await call('mcp_s_answer', { result, context_focus_question: question });
  expect(failed.isError).toBe(true);
  expect(textOf(failed)).toContain(lines[1500]);
  expect(textOf(failed)).toContain(lines.at(-1));
  expect(textOf(failed)).toMatch(/artifact ref="ax:/);
  expect(textOf(failed).length).toBeLessThan(3000);
});

test('a client that shows the model structured content in its place is given the pruned text alone', async () => {
  const { call, gateway } = await start();
  const rows = Array.from({ length: 400 }, (_, id) => ({ id, note: id === 77 ? 'the needle' : 'hay' }));
  const result = { content: [{ type: 'text', text: 'see structuredContent' }], structuredContent: { rows } };
  const pruned = await call('mcp_s_rows', { result, context_focus_question: 'where is the needle?' }, false);
  expect(pruned.structuredContent).toBeUndefined();
  expect(pruned.content.map((block) => block['text']).join('\n')).toContain('the needle');
  const listed = await gateway.tools.list(TEXT_ALONE);
  expect(listed.every((tool) => tool['outputSchema'] === undefined)).toBe(true);
  expect(listed[1]?.['_meta']).toEqual({ 'jeeves/outputSchema': TOOLS[1]?.outputSchema });
});

test('of a server whose answers are neither pruned nor shaped every client gets schema and structured content', async () => {
  const { call, gateway } = await start({ focus: false, shape: false });
  const rows = Array.from({ length: 2000 }, (_, id) => ({ id, note: 'hay' }));
  const result = { content: [{ type: 'text', text: 'see structuredContent' }], structuredContent: { rows } };
  expect(await call('mcp_s_rows', { result }, false)).toEqual(result);
  const [, listed] = await gateway.tools.list(TEXT_ALONE);
  expect(listed).toEqual({ ...TOOLS[1], name: 'mcp_s_rows' });
});

test('a long text is cut within the budget, with words at both ends, and the whole is kept', async () => {
  const { call, artifacts, events } = await start();
  const text = `${'a line of a log\n'.repeat(5000)}ERROR: it broke\n${'a line of a log\n'.repeat(5000)}the end\n`;
  const cut = await call('mcp_s_answer', { result: { content: [{ type: 'text', text }] } });
  expect(Buffer.byteLength(JSON.stringify(cut))).toBeLessThanOrEqual(10_240);
  const said = /^\[cut to \d+ of 10002 lines; all of it: artifact ref="([^"]+)"\]$/m;
  const lines = textOf(cut).split('\n');
  expect(lines[0]).toMatch(said);
  expect(lines.at(-1)).toMatch(said);
  expect(textOf(cut)).toContain('ERROR: it broke');
  const [, ref] = said.exec(textOf(cut)) ?? [];
  const { contents } = await readArtifactResource(artifacts, { uri: ref });
  expect(contents).toMatchObject([{ text }]);
  expect(cut._meta).toMatchObject({ 'jeeves/final': true, 'jeeves/result': { shaped: { artifact_ref: ref } } });
  expect(events.map(({ event }) => event)).toContain('response.shaped');
});

test('long JSON is a response, and structured content still fits its outputSchema', async () => {
  const { call } = await start();
  const rows = Array.from({ length: 500 }, (_, id) => ({ id, note: `note ${id} ${'x'.repeat(40)}` }));
  const result = { content: [{ type: 'text', text: JSON.stringify({ rows }) }], structuredContent: { rows } };
  const cut = await call('mcp_s_rows', { result });
  expect(Buffer.byteLength(JSON.stringify(cut))).toBeLessThanOrEqual(10_240);
  expect(JSON.parse(textOf(cut))).toMatchObject({
    summary: 'mcp_s_rows: rows: 500 items',
    success: true,
    truncated: true,
    hasMore: true,
  });
  const shown = (cut.structuredContent as { rows: { id: number }[] }).rows;
  expect(Object.keys(cut.structuredContent ?? {})).toEqual(['rows']);
  expect(shown.length).toBeGreaterThan(3);
  for (const row of shown) expect(rows[row.id]).toEqual(row);
});

test('what cannot be cut without breaking its schema is handed on whole', async () => {
  const outputSchema = {
    type: 'object',
    properties: { rows: { type: 'array', minItems: 900, items: { type: 'string', minLength: 20 } } },
    required: ['rows'],
    additionalProperties: false,
  };
  const { call } = await startGateway({
    s: answering({ tools: [{ name: 'strict', inputSchema: { type: 'object' }, outputSchema }] }),
  });
  const structuredContent = { rows: Array.from({ length: 900 }, (_, i) => `${i}`.padStart(20, '0')) };
  const cut = await call('mcp_s_strict', { result: { content: [], structuredContent } });
  expect(cut.structuredContent).toEqual(structuredContent);
});

test('many blocks: the first of them and how many there are; images are not counted', async () => {
  const { call } = await start();
  const blocks = Array.from({ length: 300 }, (_, i) => ({ type: 'text', text: `block ${i} ${'y'.repeat(100)}` }));
  const image = { type: 'image', data: 'B'.repeat(40_000), mimeType: 'image/png' };
  const cut = await call('mcp_s_answer', { result: { content: [...blocks, image] } });
  expect(textOf(cut)).toMatch(/^\[\d+ of 301 blocks; all of them, as JSON: artifact ref="ax:/);
  expect(cut.content[1]).toEqual(blocks[0]);
  expect(cut.content.at(-1)).toEqual(image);
});

test('where shape is off nothing is cut', async () => {
  const { call } = await start({ shape: false });
  const result = { content: [{ type: 'text', text: 'line\n'.repeat(10_000) }] };
  expect(await call('mcp_s_answer', { result })).toEqual(result);
});

test('what is no result is a tool error that says so', async () => {
  const { call } = await start();
  const failed = await call('mcp_s_answer', { result: { content: 'text' } });
  expect(failed).toMatchObject({
    isError: true,
    _meta: { 'jeeves/result': { server: 's', error: { code: 'invalid_result' } } },
  });
  expect(textOf(failed)).toContain('mcp-pruner mcp test s');
});

test('what is nested too deep to be written is a tool error that says so', async () => {
  const { call, events } = await start();
  const json = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
  const answer = await call('mcp_s_answer', { raw: `{"content":[{"type":"odd","value":${json}}]}` });
  expect(answer.isError).toBe(true);
  expect(textOf(answer)).toContain('[invalid_result: cannot pass on the answer of server "s" to "answer"');
  expect(events.map(({ event }) => event)).toContain('tool.internal_error');
});

test('the tools of a server that is gone stay listed, and a call says what to do', async () => {
  const home = tempDir();
  const file = path.join(home, 'server.mjs');
  copyFileSync(`${ROOT}test/support/mcp-servers/answering-server.mjs`, file);
  const servers = { s: { command: NODE, args: [file] }, t: answering({}) };
  const before = await startGateway(servers, { home });
  await before.call('mcp_s_answer');
  await before.call('mcp_t_answer');
  await before.gateway.close();

  rmSync(file);
  const { call, names } = await startGateway(servers, { home });
  expect(await names()).toEqual(['mcp_s_answer', 'mcp_t_answer']);
  const failed = await call('mcp_s_answer');
  expect(failed).toMatchObject({ isError: true, _meta: { 'jeeves/result': { server: 's' } } });
  expect(textOf(failed)).toContain(
    'It was not called; continue without it, or the user can run: mcp-pruner mcp test s',
  );
  expect(textOf(failed)).toContain('for the reason: mcp-pruner mcp logs s');
  expect(textOf(await call('mcp_t_answer', { a: 1 }))).toContain('"a":1');
});

test('a file that a server answers as one string of JSON is pruned by its lines', async () => {
  const { call } = await start();
  const text = JSON.stringify({ path: 'call-tool.ts', content: SOURCE.repeat(2) }, null, 2);
  const pruned = await call('mcp_s_answer', {
    result: { content: [{ type: 'text', text }] },
    context_focus_question: QUESTION,
  });
  const [json = '', all, lines] = textOf(pruned).split(/\n(?=\[)/);
  expect(JSON.parse(json)).toMatchObject({
    path: 'call-tool.ts',
    content: expect.stringContaining('progressReporter'),
  });
  expect(json.length).toBeLessThan(text.length / 2);
  expect(all).toMatch(/^\[all of it: artifact ref="ax:/);
  expect(lines).toBe('[the lines are those of $.content]');
});

test('a pruned text stays whole within the budget, wherever it stands', async () => {
  const { call } = await start();
  const content = Array.from({ length: 60 }, () => SOURCE).join('\n');
  const texts = [content, JSON.stringify({ path: 'call-tool.ts', content })];
  for (const text of texts) {
    for (const structuredContent of [undefined, { content }]) {
      const result = { content: [{ type: 'text', text }], ...(structuredContent && { structuredContent }) };
      const pruned = await call('mcp_s_answer', { result, context_focus_question: QUESTION });
      expect(Buffer.byteLength(JSON.stringify(pruned))).toBeLessThanOrEqual(10_240);
      expect(textOf(pruned)).toContain('progressReporter');
      expect(textOf(pruned)).not.toContain('[cut to');
    }
  }
});

test('a text that has room beside a shorter structured content stays whole', async () => {
  const { call } = await start();
  const text = SOURCE.slice(0, 8000);
  const result = await call('mcp_s_answer', {
    result: { content: [{ type: 'text', text }], structuredContent: { content: text } },
  });
  expect(textOf(result)).toBe(text);
  expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(10_240);
  expect(result.structuredContent).toMatchObject({ truncated: true });
});

test('structured content of wide rows is given what it needs', async () => {
  const properties = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`column_${i}`, { type: 'string' }]));
  const row = { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
  const outputSchema = { type: 'object', properties: { rows: { type: 'array', items: row } }, required: ['rows'] };
  const wide = { name: 'wide', inputSchema: { type: 'object' }, outputSchema };
  const { call } = await startGateway({ s: answering({ tools: [wide] }) });
  const value = Object.fromEntries(Object.keys(properties).map((key) => [key, `${key} ${'v'.repeat(60)}`]));
  const structuredContent = { rows: Array.from({ length: 100 }, () => value) };
  const text = JSON.stringify(structuredContent);
  const result = await call('mcp_s_wide', { result: { content: [{ type: 'text', text }], structuredContent } });
  expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(10_240);
  expect((result.structuredContent as { rows: object[] }).rows.length).toBeGreaterThan(0);
});

test('arguments that fit the schema that is shown, and not that of the server, reached it', async () => {
  const required = (name: string) => ({ type: 'object', properties: { [name]: { type: 'string' } }, required: [name] });
  const tools = [{ name: 'answer', inputSchema: { oneOf: [required('path'), required('url')] } }];
  const { call } = await startGateway({ s: answering({ tools }) });
  const sent = { content: [{ type: 'text', text: 'reached' }] };
  expect(textOf(await call('mcp_s_answer', { path: '/a', result: sent }))).toBe('reached');
  for (const args of [{}, { path: '/a', url: 'x' }, { path: 1 }]) {
    const refused = await call('mcp_s_answer', args);
    expect(refused.isError).toBe(true);
    expect(textOf(refused)).toMatch(
      /^\[invalid_arguments: cannot call "answer": .*\]\nIt was not called. Expected: \{"oneOf":/,
    );
  }
});
