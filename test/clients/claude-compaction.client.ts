import { expect, test } from 'vitest';
import { startAnthropicModel, toolResultsOf } from '../support/scripted-model/anthropic.ts';
import type { CallTurn, ModelRequest, Turn } from '../support/scripted-model/loopback.ts';
import { MOD_NOTICE, modUser } from './claude-mod-user.ts';
import { openClaude } from './claude-terminal.ts';

const SUMMARY = 'The comma of addMember was looked at.';

/** Turns of a model that is asked twice to read the same file, and for a summary between. */
function turnOf(read: CallTurn): Turn {
  const asked = new Set<string>();
  return (_, { body }) => {
    const all = JSON.stringify(body['messages']);
    if (all.includes('detailed summary')) return { text: `<summary>${SUMMARY}</summary>` };
    const task = all.includes('second task') ? 'second task' : 'first task';
    if (asked.has(task)) return { text: `That was the ${task}` };
    asked.add(task);
    return read;
  };
}

test('after a compaction in a running session, a file comes as if it was never shown', {
  timeout: 300_000,
}, async () => {
  const user = modUser();
  await using model = await startAnthropicModel([turnOf(user.both[0] as CallTurn)]);
  await using claude = await openClaude(user, model);
  await claude.say('Do the first task', 'That was the first task');
  await claude.say('/compact', 'Compacted');
  await claude.say('Do the second task', 'That was the second task');
  const last = model.requests.findLast(({ body }) => body['tools'] !== undefined) as ModelRequest;
  expect(JSON.stringify(last.body['messages'])).toContain(SUMMARY);
  const results = toolResultsOf(last);
  expect(results).toHaveLength(1);
  expect(results[0]).toContain('export function addMember');
  expect(results[0]).toMatch(MOD_NOTICE);
  expect(results[0]).not.toMatch(/ above\)/);
});
