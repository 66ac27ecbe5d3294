import { appendFileSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { answerHost } from '../../../../launcher/hooks/answer-host.ts';
import type { Fields } from '../../../../src/transcripts/fields.ts';
import { SHOP } from '../../../support/shop.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { realHook } from '../../hooks/real-hook.ts';

const LONG = SHOP.repeat(8);
const FILE = '/home/ann/shop/src/shop.ts';

/** Creates a user's folder of Gemini CLI with a session about refunds. */
function geminiSession() {
  const home = tempDir();
  const project = path.join(home, '.gemini/tmp/shop');
  mkdirSync(path.join(project, 'chats'), { recursive: true });
  const transcript = path.join(project, 'chats/session-1.jsonl');
  const write = (entry: object): void => appendFileSync(transcript, `${JSON.stringify(entry)}\n`);
  const search = {
    ...{ id: 'c1', name: 'grep_search', args: { pattern: 'update_refund' }, status: 'success' },
    result: [{ functionResponse: { response: { output: 'src/checkout.ts:40:  return update_refund(given);' } } }],
  };
  write({ sessionId: 's', projectHash: 'h', kind: 'main' });
  write({ id: 'm1', type: 'user', content: [{ text: 'Mend update_refund: the refund is applied twice' }] });
  write({ id: 'm2', type: 'gemini', content: '', toolCalls: [search] });
  // Gemini CLI records a call together with its result, so the present call is not in the log yet.
  write({ id: 'm3', type: 'gemini', content: 'I look at how a refund is updated.' });
  const { options, records } = realHook();
  onTestFinished(() => options.hosts.close());
  const hooked = (more: object = {}): Fields => ({
    ...{
      hook_event_name: 'AfterTool',
      session_id: 's',
      transcript_path: transcript,
      cwd: home,
      tool_name: 'read_file',
    },
    ...{ tool_input: { file_path: FILE }, tool_response: { llmContent: LONG, returnDisplay: '' } },
    ...more,
  });
  const ask = async (more: object = {}) => {
    const answer = (await answerHost('gemini', hooked(more), options)) as
      | { hookSpecificOutput: { tailToolCallRequest: { name: string; args: { file_path: string } } } }
      | undefined;
    return answer?.hookSpecificOutput.tailToolCallRequest;
  };
  return { home, project, write, ask, records };
}

const command = {
  tool_name: 'run_shell_command',
  tool_input: { command: 'cat src/shop.ts', description: 'Show the shop' },
  tool_response: { llmContent: `<untrusted_context>\nOutput: ${LONG}\nExit Code: 3\n</untrusted_context>` },
};

test('an event that two hooks are told of is counted once, and the same call again as another', async () => {
  const { ask, records } = geminiSession();
  const timestamp = '2026-11-01T10:00:00.000Z';
  const tail = await ask({ timestamp });
  expect(tail).toBeDefined();
  expect(await ask({ timestamp })).toBe(tail);
  expect(records).toHaveLength(1);
  await ask({ timestamp: '2026-11-01T10:00:01.000Z' });
  expect(records).toHaveLength(2);
});

test('the host is told to read what the session is about instead', async () => {
  const { project, ask } = geminiSession();
  const tail = await ask();
  expect(tail?.name).toBe('read_file');
  const file = tail?.args.file_path ?? '';
  expect(path.dirname(file)).toBe(path.join(project, 'mcp-pruner'));
  const text = readFileSync(file, 'utf8');
  expect(text).toContain('export function update_refund');
  expect(text.length).toBeLessThan(LONG.length / 2);
  expect(text).toMatch(
    /need: "I look at how a refund is updated\."\. A line "\*" in \.mcp-prunerignore switches this off\. All of it: tool artifact, ref="ax:[^"]+"\]$/,
  );
  const again = { tool_input: { file_path: file }, tool_response: { llmContent: LONG } };
  expect(await ask(again)).toBeUndefined();
});

test('a command is shortened as well, unless the session may lack the tool that reads', async () => {
  const { home, ask } = geminiSession();
  const { file_path: file = '' } = (await ask(command))?.args ?? {};
  expect(readFileSync(file, 'utf8')).toMatch(
    /^<untrusted_context>\nOutput: [\s\S]*\nExit Code: 3\n<\/untrusted_context>$/,
  );
  writeFileSync(path.join(home, '.gemini/settings.json'), '{ "tools": { "exclude": ["read_file"] } }');
  expect(await ask(command)).toBeUndefined();
  expect((await ask())?.name).toBe('read_file');
});

test('results of an agent that the session started pass, since it has another task and other tools', async () => {
  const { project, write, ask } = geminiSession();
  const record = path.join(project, 'chats/s/agent-1.jsonl');
  mkdirSync(path.dirname(record));
  writeFileSync(record, '{}\n');
  const transcript = path.join(project, 'chats/session-1.jsonl');
  const setTimes = (agent: number, session: number): void => {
    utimesSync(record, agent, agent);
    utimesSync(transcript, session, session);
  };
  setTimes(1_800_000_001, 1_800_000_000);
  expect(await ask()).toBeUndefined();
  expect(await ask({ session_id: '../s' })).toBeUndefined();
  write({ id: 'm4', type: 'gemini', content: 'The agent has found it.' });
  setTimes(1_800_000_001, 1_800_000_002);
  expect((await ask())?.name).toBe('read_file');
});

test('what was given before is not taken for what is still there, since the host masks old results', async () => {
  const { write, ask } = geminiSession();
  const read = {
    ...{ id: 'c2', name: 'read_file', args: { file_path: FILE }, status: 'success' },
    result: [{ functionResponse: { response: { output: LONG } } }],
  };
  write({ id: 'm3', type: 'gemini', content: 'I look at how a refund is updated.', toolCalls: [read] });
  write({ id: 'm4', type: 'gemini', content: 'Once more.' });
  const { file_path: file = '' } = (await ask())?.args ?? {};
  expect(readFileSync(file, 'utf8')).not.toMatch(/^\(lines \d+-\d+ as /m);
});

test('other events, sessions that are not recorded, and what is no call pass', async () => {
  const { ask } = geminiSession();
  for (const odd of [
    { hook_event_name: 'BeforeTool' },
    ...[{ tool_name: 1 }, { tool_input: null }, { tool_response: 'text' }],
    ...[{ transcript_path: '' }, { transcript_path: '/home/ann/session.jsonl' }, { transcript_path: undefined }],
  ]) {
    expect(await ask(odd)).toBeUndefined();
  }
});
