import { describe, expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import type { Agent, Call } from './agents/agent.ts';
import { AGENTS } from './agents/agents.ts';
import { claude } from './agents/claude.ts';
import { leftOver } from './agents/left-over.ts';
import { FILE, makeProject, QUESTION } from './agents/project.ts';
import { DONE, endOf, type Line, lifeOf, offered, runOnce } from './agents/run-once.ts';
import { refIn, startStraight } from './agents/straight.ts';
import { tokensOf } from './agents/tokens.ts';

/** Each call first without a question, then with one. */
const CALLS: readonly Call[] = [
  { tool: 'read', input: { file_path: FILE } },
  { tool: 'bash', input: { command: `cat ${FILE}` } },
  { tool: 'grep', input: { pattern: 'import' } },
].flatMap(({ tool, input }) => [
  { tool, input },
  { tool, input: { ...input, context_focus_question: QUESTION } },
]);

/** Returns our server's answers without an agent. Adds a call that fetches what the first question left out. */
async function answeredStraight(cwd: string): Promise<{ readonly calls: readonly Call[]; readonly answers: string[] }> {
  await using straight = await startStraight(cwd);
  const answers: string[] = [];
  for (const call of CALLS) answers.push(await straight.answer(call));
  const back = { tool: 'artifact', input: { ref: refIn(answers[1]), pattern: '^function ' } };
  return { calls: [...CALLS, back], answers: [...answers, await straight.answer(back)] };
}

const named = ({ tool, input }: Call): string => ('context_focus_question' in input ? `${tool} with a question` : tool);

/** Checks that the reported savings equal the tokens that the model was not sent. */
function expectSaved(line: Line | undefined, tokens: readonly number[]): void {
  const at = (indexes: readonly number[]): number => indexes.reduce((sum, index) => sum + (tokens[index] ?? 0), 0);
  const raw = 2 * at([0, 2, 4]);
  const [shown, fetched] = [at([0, 1, 2, 3, 4, 5]), at([6])];
  const definitions = Number(line?.['definitions']);
  expect(definitions).toBeGreaterThan(1000);
  const net = raw - shown - fetched - definitions;
  const sums = { calls: 7, asked: 3, raw, shown, fetched, definitions, carried: 0, written: expect.any(Number) };
  expect(line).toEqual({ kind: 'saved', ...sums, net });
  // Tokens of three questions, and of the arguments that fetched the whole text.
  expect(line?.['written']).toBeGreaterThan(20);
}

describe.each(AGENTS)('$provider', (agent: Agent) => {
  test('sends its model what our server answers, byte for byte', async () => {
    const [home, cwd] = [tempDir(), makeProject()];
    const { calls, answers } = await answeredStraight(cwd);
    const once = await runOnce({ agent, home, cwd, calls, allowBash: true });
    expect(endOf(once), once.stderr).toEqual(DONE);
    expect(once.sent).toEqual(answers);
    expect(lifeOf(once)).toEqual(['mcp_pruner.ready']);
    expect(offered(once, agent)).toBe(true);
    expect(leftOver(home)).toEqual([]);

    const sent = calls.map((call, at) => [named(call), once.sent[at] ?? ''] as const);
    const tokens = await tokensOf(`Tokens that ${agent.provider} sent its model:`, sent);
    const saved = once.lines.find(({ kind }) => kind === 'saved');
    console.log(JSON.stringify(saved));
    for (const at of [0, 2, 4]) expect(tokens[at + 1]).toBeLessThan(Number(tokens[at]) / 2);
    expectSaved(saved, tokens);
  });
});

test('Claude Code has the definitions of our tools from the first request on, with its tool search as it ships', async () => {
  const once = await runOnce({ agent: claude, home: tempDir(), cwd: makeProject(), calls: [] });
  expect(endOf(once), once.stderr).toEqual(DONE);
  const named = once.requests.flatMap(({ body }) => {
    const { tools = [] } = body as {
      readonly tools?: readonly { readonly name?: string; readonly defer_loading?: boolean }[];
    };
    return tools.filter(({ defer_loading }) => defer_loading !== true).map(({ name }) => name);
  });
  expect(named).toEqual(
    expect.arrayContaining(['read', 'grep', 'bash', 'artifact'].map((name) => `mcp__pruner__${name}`)),
  );
});
