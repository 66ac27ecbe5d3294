import { appendFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { HookOptions } from '../../../../launcher/hooks/answer-hook.ts';
import { answerHost } from '../../../../launcher/hooks/answer-host.ts';
import { READ_ONLY_TOOLS, TOOL_NAMES } from '../../../../launcher/tools/catalog.ts';
import { parseArtifactRef } from '../../../../src/artifacts/artifact-ref.ts';
import { createGlobs } from '../../../../src/unasked/glob.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { realHook } from '../../hooks/real-hook.ts';
import { cursorSession, LONG } from './cursor-session.ts';

interface Answer {
  readonly updated_mcp_tool_output: { readonly content: readonly { readonly type: string; readonly text: string }[] };
}

function session(more: Partial<HookOptions> = {}) {
  const one = cursorSession(tempDir());
  one.said('I look at how a refund is updated.');
  const hook = realHook(more);
  const ask = async (fields?: object, result?: object): Promise<Answer | undefined> =>
    (await answerHost('cursor', one.hooked(fields, result), hook.options)) as Answer | undefined;
  return { ...one, ...hook, ask };
}

test('a result of another MCP server is shortened by what the agent said last, and kept whole', async () => {
  const { ask, artifacts } = session();
  const answer = await ask();
  const [block, ...more] = answer?.updated_mcp_tool_output.content ?? [];
  expect(Object.keys(answer ?? {})).toEqual(['updated_mcp_tool_output']);
  expect(Object.keys(answer?.updated_mcp_tool_output ?? {})).toEqual(['content']);
  expect([block?.type, more]).toEqual(['text', []]);
  const text = block?.text ?? '';
  expect(text).toContain('export function update_refund');
  expect(text.length).toBeLessThan(LONG.length / 2);
  const [, said, ref = ''] =
    /need: "(.*)"\. A line "\*" in \.mcp-prunerignore switches this off\. All of it: tool artifact, ref="(ax:[^"]+)"\]$/.exec(
      text,
    ) ?? [];
  expect(said).toBe('I look at how a refund is updated.');
  const named = parseArtifactRef(ref);
  expect(new TextDecoder().decode(named && (await artifacts.read(named)))).toBe(LONG);
});

test('the input may be JSON in a text, and the tool’s name may have its server’s', async () => {
  const { ask } = session();
  expect(await ask({ tool_input: '{"name":"shop"}', tool_name: 'MCP:files:show_source' })).toBeDefined();
  expect(await ask({ tool_input: '{' })).toBeDefined();
});

test('an event that the hooks of the user and of the project are told of is counted once', async () => {
  const { ask, records } = session();
  expect(await ask()).toBe(await ask());
  expect(records).toHaveLength(1);
  await ask({ tool_use_id: 'toolu_2' });
  expect(records).toHaveLength(2);
});

const text = { type: 'text', text: LONG };

test.each([
  ['a failed call', { isError: true }],
  ['structured content, which would contradict the text', { structuredContent: { lines: 1280 } }],
  ['two texts', { content: [text, text] }],
  ['an image beside the text', { content: [text, { type: 'image', data: '', mimeType: 'image/png' }] }],
  ['a resource', { content: [{ type: 'resource', resource: { uri: 'a:b', text: LONG } }] }],
  ['no block', { content: [] }],
  ['content that is no list', { content: LONG }],
  ['a field that is not known', { task: {} }],
  ['a field of the block that is not known', { content: [{ ...text, more: 1 }] }],
  ['a text that is none', { content: [{ type: 'text', text: 7 }] }],
])('%s passes', async (_, result) => {
  expect(await session().ask({}, result)).toBeUndefined();
});

test('what says nothing else than one text is shortened', async () => {
  const result = { isError: false, structuredContent: null, _meta: { a: 1 }, content: [{ ...text, annotations: {} }] };
  expect(await session().ask({}, result)).toBeDefined();
});

test.each(
  [...new Set([...TOOL_NAMES, ...READ_ONLY_TOOLS])].concat([
    ...['find_tool', 'call_tool', 'context_stash', 'mcp_github_search-code'],
  ]),
)('what our own tool %s gave passes, however it is named', async (tool) => {
  for (const name of [`MCP:${tool}`, `MCP:pruner:${tool}`, `MCP:mine:${tool}`]) {
    expect(await session().ask({ tool_name: name })).toBeUndefined();
  }
});

test('results of Cursor’s own tools, of our server by its name, other events and what is no call pass', async () => {
  const { ask, hooked, options } = session();
  for (const odd of [
    ...['Shell', 'Read', 'Write', 'Grep', 'Delete', 'Task', 'MCP', 'MCP:mcp-pruner:other', 7].map((one) => ({
      tool_name: one,
    })),
    ...['preToolUse', 'afterMCPExecution', 'PostToolUse', undefined].map((one) => ({ hook_event_name: one })),
    ...[LONG, '{', '{}', '[]', 'null', 7, null].map((one) => ({ tool_output: one })),
    // Cursor gives the exit code of a command as a text.
    ...['0', 0, '1', null].map((exitCode) => ({
      tool_name: 'Shell',
      tool_output: JSON.stringify({ exitCode, output: LONG }),
    })),
  ]) {
    expect(await ask(odd)).toBeUndefined();
  }
  expect(await answerHost('cursor', hooked(), options)).toBeDefined();
  expect(await answerHost('cursor', [hooked()], options)).toBeUndefined();
});

test('a result passes if its conversation is not recorded, in another file, or not known yet', async () => {
  const { ask, events } = session();
  for (const transcript of [null, '', undefined, 7]) expect(await ask({ transcript_path: transcript })).toBeUndefined();
  expect(await ask({ conversation_id: 'another' })).toBeUndefined();
  expect(events).toEqual([]);
  expect(await ask({ transcript_path: `${tempDir()}/none.jsonl`, conversation_id: undefined })).toBeUndefined();
  expect(events).toEqual(['hook.failed']);
});

test('a line that Cursor has not written to its end yet is not read', async () => {
  const { ask, file } = session();
  appendFileSync(file, '{"role":"assistant","message":{"content":[{"type":"te');
  const answer = await ask();
  expect(answer?.updated_mcp_tool_output.content[0]?.text).toContain('"I look at how a refund is updated."');
});

test('short results, files that are instructions, and those that the user names pass', async () => {
  const { ask } = session({ isIgnored: createGlobs(['**/fixtures/**'], '/home/ann/shop') });
  expect(await ask({}, { content: [{ type: 'text', text: 'x\n'.repeat(1000) }] })).toBeUndefined();
  for (const args of [
    { uri: 'file:///home/ann/shop/AGENTS.md' },
    { paths: ['src/a.ts', 'src/CLAUDE.md'] },
    { what: { file: 'test/fixtures/shop.ts' } },
    { command: 'cat *.md' },
  ]) {
    expect(await ask({ tool_input: args }), JSON.stringify(args)).toBeUndefined();
  }
  expect(await ask({ tool_input: { file: 'src/shop.ts' } })).toBeDefined();
});

test('it is measured alone in the mode shadow, and nothing is done where it is off', async () => {
  const shadow = session({ mode: 'shadow' });
  expect(await shadow.ask()).toBeUndefined();
  expect(shadow.records).toMatchObject([{ kind: 'call', tool: 'MCP:show_source', shadow: true, shortened: true }]);
  const off = session({ mode: 'off' });
  expect(await off.ask()).toBeUndefined();
  expect(off.records).toEqual([]);
});

test('a result passes if it cannot be kept, or if it takes too long', async () => {
  expect(await session({ artifacts: undefined }).ask()).toBeUndefined();
  const refuses = { put: () => Promise.reject(new Error('full')) };
  expect(await session({ artifacts: refuses }).ask()).toBeUndefined();
  const late = session();
  const after = (_: number, run: () => void): (() => void) => {
    run();
    return () => {};
  };
  const timers = { ...late.options.timers, after };
  expect(await answerHost('cursor', late.hooked(), { ...late.options, timers })).toBeUndefined();
  expect(late.events).toEqual(['hook.late']);
});
