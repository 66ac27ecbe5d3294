import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { toolResultsOf } from '../support/scripted-model/anthropic.ts';
import type { ModelRequest, Turn } from '../support/scripted-model/loopback.ts';
import { thoughtsOf } from '../support/scripted-model/thoughts.ts';
import { MOD_NOTICE, type ModUser, modUser, plainUser } from './claude-mod-user.ts';
import { ABOUT_SOURCE, LONG_SOURCE, sourceAround } from './long-source.ts';

/** Milliseconds for one session on a busy machine. */
const TIMEOUT = 900_000;
/** Calls before the session is resumed, and after that. */
const CALLS = 40;
const MORE_CALLS = 3;
/** Calls before a compaction, and after it. */
const FEW_CALLS = 2;
const DONE: Turn = { thought: 'All is done.', text: 'Done.' };
const SAID = 'I look at how addMember places the comma.';
/** Text that stands for lines which the model has seen before. */
const REFERENCE = /\(lines \d+-\d+ as (?:lines \d+-\d+ )?in (\S+) above\)/g;

/** Writes the files that calls are about. */
function withParts({ project }: ModUser, count: number): void {
  for (let at = 0; at < count; at++)
    writeFileSync(
      path.join(project, `part-${at}.ts`),
      at % 4 === 0 ? `${LONG_SOURCE}// ${at}\n` : sourceAround(12_000),
    );
}

/** Returns the turn of a call: reads of long files, outputs of commands and of searches, and failures, each of its own file. */
function callAt({ project }: ModUser, at: number): Turn {
  const file = path.join(project, `part-${at}.ts`);
  const kinds = [
    { tool: 'Read', input: { file_path: file } },
    { tool: 'Bash', input: { command: `sed 's/unlikely/${at}/' part-${at}.ts` } },
    { tool: 'Bash', input: { command: `grep -n const part-${at}.ts` } },
    { tool: 'Bash', input: { command: `sh -c 'sed s/unlikely/x/ part-${at}.ts; exit ${(at % 9) + 1}'` } },
  ];
  return { thought: `Step ${at} is next.`, said: SAID, ...(kinds[at % kinds.length] as (typeof kinds)[number]) };
}

/** Names of files that a result refers to, although nothing before it in the request names them. */
function lostReferences(request: ModelRequest): readonly string[] {
  const before = JSON.stringify(request.body['messages']);
  return toolResultsOf(request).flatMap((text) =>
    [...text.matchAll(REFERENCE)]
      .map(([, name = '']) => name)
      .filter((name) => before.indexOf(name) >= before.indexOf(JSON.stringify(text).slice(1, -1))),
  );
}

test('nothing that a model was sent is changed later, up to a compaction', { timeout: TIMEOUT }, async () => {
  const user = modUser();
  withParts(user, CALLS + MORE_CALLS);
  const calls = Array.from({ length: CALLS + MORE_CALLS }, (_, at) => callAt(user, at));
  const first = await user.talk(ABOUT_SOURCE, [...calls.slice(0, CALLS), DONE]);
  const resumed = await user.talk('Go on.', [...calls, DONE], '-c');

  const asked = [...first, ...resumed].filter(({ path: of }) => of === '/v1/messages');
  expect(Math.max(...asked.map((request) => thoughtsOf(request).thoughts))).toBe(CALLS + MORE_CALLS + 1);
  expect(asked.map((request) => thoughtsOf(request).broken)).toEqual(asked.map(() => 0));
  const results = toolResultsOf(asked.at(-1) as ModelRequest);
  expect(results).toHaveLength(CALLS + MORE_CALLS);
  expect(results.filter((text) => MOD_NOTICE.test(text)).length).toBeGreaterThan(CALLS / 2);
  expect(asked.flatMap(lostReferences)).toEqual([]);
});

/** Requests after a compaction, in a session of a few calls. */
async function afterCompaction(user: ModUser): Promise<readonly ModelRequest[]> {
  withParts(user, FEW_CALLS);
  const calls = Array.from({ length: FEW_CALLS }, (_, at) => callAt(user, at));
  await user.talk(ABOUT_SOURCE, [...calls, DONE]);
  await user.talk('/compact', [{ text: 'The comma in addMember was looked at.' }], '-c');
  return (await user.talk('Look at it again.', [...calls, DONE], '-c')).filter(({ path: of }) => of === '/v1/messages');
}

test('after a compaction nothing refers to what is gone, and no thought is lost by us', {
  timeout: TIMEOUT,
}, async () => {
  const [plain, ours] = [await afterCompaction(plainUser()), await afterCompaction(modUser())];
  const broken = (requests: readonly ModelRequest[]) => requests.map((request) => thoughtsOf(request).broken);
  expect(broken(ours)).toEqual(broken(plain));
  expect(ours.flatMap(lostReferences)).toEqual([]);
  const results = toolResultsOf(ours.at(-1) as ModelRequest);
  expect(results).toHaveLength(FEW_CALLS);
  expect(results[0]).toContain('export function addMember');
  expect(results[0]).toMatch(MOD_NOTICE);
});
