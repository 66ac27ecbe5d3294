import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startAnthropicModel, toolResultsOf } from '../support/scripted-model/anthropic.ts';
import type { ModelRequest, Said, Turn } from '../support/scripted-model/loopback.ts';
import { thoughtsOf } from '../support/scripted-model/thoughts.ts';
import { ALLOWING, type ModUser, modUser } from './claude-mod-user.ts';
import { openClaude } from './claude-terminal.ts';
import { CLAUDE, withMod } from './claude-user.ts';

const LEFT_OUT = /^\[mcp-pruner left out this result when the session was compacted\. All of it: file "([^"]+)"\]$/;

/** The main agent's requests. */
const asked = (requests: readonly ModelRequest[]): readonly ModelRequest[] =>
  requests.filter(({ path: of, body }) => of === '/v1/messages' && body['tools'] !== undefined);

const messagesOf = ({ body }: ModelRequest): string => JSON.stringify(body['messages']);

/** Answers by what the user said last: does the calls of a prompt, and then says that it is done. */
function modelOf(calls: Readonly<Record<string, readonly Said[]>>): readonly Turn[] {
  let given = 0;
  let prompt = '';
  const turn: Turn = (_, request) => {
    const all = messagesOf(request);
    const said = Object.keys(calls).findLast((words) => all.includes(words)) ?? '';
    if (said !== prompt) [prompt, given] = [said, 0];
    const call = calls[said]?.[given++];
    return { thought: `I think about "${said}", step ${given}.`, ...(call ?? { text: `That was ${said}` }) };
  };
  return [turn];
}

function withFiles(user: ModUser): ModUser {
  writeFileSync(path.join(user.project, 'small.txt'), 'small and new');
  return user;
}

test('a compaction keeps every word and call, and leaves out results that a file has', {
  timeout: 300_000,
}, async () => {
  const user = withFiles(modUser());
  await using model = await startAnthropicModel(
    modelOf({
      'first task': user.both as readonly Said[],
      'second task': [{ said: 'Only a small file.', tool: 'Bash', input: { command: 'cat small.txt' } }],
      'third task': [
        { said: 'I look at how addMember places the comma.', tool: 'Read', input: { file_path: user.file } },
      ],
    }),
  );
  await using claude = await openClaude(user, model);
  await claude.say('Do the first task', 'That was first task');
  await claude.say('Do the second task', 'That was second task');
  const before = model.requests.length;
  await claude.say('/compact', 'Compacted');
  expect(asked(model.requests.slice(before))).toEqual([]);
  await claude.say('Do the third task', 'That was third task');

  const [after] = asked(model.requests.slice(before)) as [ModelRequest];
  const results = toolResultsOf(after);
  const files = results.slice(0, 2).map((text) => LEFT_OUT.exec(text)?.[1] ?? '');
  expect(files[0]).toBe(user.file);
  expect(existsSync(files[1] as string)).toBe(true);
  expect(readFileSync(files[1] as string, 'utf8')).toContain('export function addMember');
  expect(results[2]).toBe('small and new');
  for (const words of ['Do the first task', 'I look at how addMember', 'That was first task', 'That was second task'])
    expect(messagesOf(after)).toContain(words);
  // A thought is bound to every byte before it, so none stays.
  expect(thoughtsOf(after)).toEqual({ thoughts: 0, broken: 0 });
  // The new read does not refer to what is gone.
  const read = toolResultsOf(asked(model.requests).at(-1) as ModelRequest)[3] ?? '';
  expect(read).toContain('export function addMember');
  expect(read).not.toMatch(/ above\)/);
});

test('a compacted session is resumed as it was compacted', { timeout: 300_000 }, async () => {
  const user = withFiles(modUser());
  await using model = await startAnthropicModel(
    modelOf({ 'first task': user.both as readonly Said[], 'second task': [], 'third task': [] }),
  );
  {
    await using claude = await openClaude(user, model);
    await claude.say('Do the first task', 'That was first task');
    await claude.say('Do the second task', 'That was second task');
    await claude.say('/compact', 'Compacted');
  }
  const server = { ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'dummy' };
  await user.run([CLAUDE, '-c', '-p', 'Do the third task'], server);
  const last = asked(model.requests).at(-1) as ModelRequest;
  expect(messagesOf(last)).toContain('Do the third task');
  expect(toolResultsOf(last).map((text) => LEFT_OUT.test(text))).toEqual([true, true]);
});

test('a prompt that was typed while the agent was busy stays', { timeout: 300_000 }, async () => {
  // In auto mode, the classifier of a real server must allow `sh`.
  const permissions = { ...ALLOWING.permissions, defaultMode: 'default' };
  const user = withFiles(modUser(withMod({ permissions })));
  const slow: Said = { said: 'Slowly now.', tool: 'Bash', input: { command: "sh -c 'sleep 5; cat printed.ts'" } };
  await using model = await startAnthropicModel(
    modelOf({ 'first task': [...user.both, slow] as readonly Said[], 'second task': [], 'third task': [] }),
  );
  await using claude = await openClaude(user, model);
  await claude.say('Do the first task', 'Slowly now');
  await claude.say('Mind the gap', 'That was first task');
  await claude.say('Do the second task', 'That was second task');
  await claude.say('/compact', 'Compacted');
  await claude.say('Do the third task', 'That was third task');
  const last = asked(model.requests).at(-1) as ModelRequest;
  expect(messagesOf(last)).toContain('Mind the gap');
  expect(toolResultsOf(last).map((text) => LEFT_OUT.test(text))).toEqual([true, true, false]);
});

test('if too little can be left out, Claude Code compacts', { timeout: 300_000 }, async () => {
  const user = withFiles(modUser());
  const summary = { text: '<summary>Nothing much happened.</summary>' };
  const [turn] = modelOf({ 'first task': [{ tool: 'Bash', input: { command: 'cat small.txt' } }], 'second task': [] });
  await using model = await startAnthropicModel([
    (given, request) =>
      messagesOf(request).includes('detailed summary') ? summary : (turn as Exclude<Turn, Said>)(given, request),
  ]);
  await using claude = await openClaude(user, model);
  await claude.say('Do the first task', 'That was first task');
  await claude.say('/compact', 'Compacted');
  await claude.say('Do the second task', 'That was second task');
  expect(messagesOf(asked(model.requests).at(-1) as ModelRequest)).toContain('Nothing much happened.');
});
