import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import type { Agent, Link } from './agents/agent.ts';
import { AGENTS } from './agents/agents.ts';
import { FAULT, LOG, makeProject } from './agents/project.ts';
import { DONE, endOf, runOnce } from './agents/run-once.ts';
import { refIn, startStraight } from './agents/straight.ts';
import { tokensOf } from './agents/tokens.ts';

const LONG = { tool: 'bash', input: { command: `cat ${LOG}` } };
const LIMIT = { MCP_PRUNER_MAX_RESPONSE_BYTES: '10240' };

describe.each(AGENTS)('$provider', (agent: Agent) => {
  test('cuts a long result, and leaves one whole that our server has cut', async () => {
    const [home, cwd] = [tempDir(), makeProject()];
    const raw = readFileSync(path.join(cwd, LOG), 'utf8');
    await using straight = await startStraight(cwd, LIMIT);
    const answer = await straight.answer(LONG);
    const ref = refIn(answer);
    const back = { tool: 'artifact', input: { ref, pattern: 'compiled src/module-4242\\.ts' } };

    const long = await runOnce({ agent, home, cwd, calls: [LONG], allowBash: true });
    const short = await runOnce({ agent, home, cwd, calls: [LONG, back], allowBash: true, env: LIMIT });
    for (const once of [long, short]) expect(endOf(once), once.stderr).toEqual(DONE);
    const [cut = ''] = long.sent;
    const [whole = '', found] = short.sent;
    await tokensOf(`Tokens that ${agent.provider} sent its model:`, [
      ['of the log', raw],
      ['as the agent cuts it', cut],
      ['as our server cuts it', whole],
    ]);

    expect(cut).toMatch(agent.cut);
    expect(cut).not.toContain(FAULT);
    // The text names the whole artifact at both ends. The agent formats the link in its own way.
    const end = answer.lastIndexOf('\n');
    const text = answer.slice(0, end);
    const link = JSON.parse(answer.slice(end)) as Link;
    const notice = /^\[cut to \d+ of 7500 lines; all of it: artifact ref="[^"]+"\]$/;
    expect(text.split('\n').at(0)).toMatch(notice);
    expect(text.split('\n').at(-1)).toMatch(notice);
    expect(text).toContain(FAULT);
    expect(whole).toBe(`${text}\n${agent.toLink(link)}`);
    expect(found).toBe(await straight.answer(back));
    expect(found).toMatch(/^\d+:\[\d+\] compiled src\/module-4242\.ts$/m);
  });
});
