import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { until } from '../support/until.ts';
import type { Agent } from './agents/agent.ts';
import { AGENTS } from './agents/agents.ts';
import { startBrokenPruner } from './agents/broken-pruner.ts';
import { leftOver } from './agents/left-over.ts';
import { FILE, makeProject, QUESTION } from './agents/project.ts';
import { DONE, endOf, lifeOf, offered, runOnce } from './agents/run-once.ts';
import { startStraight } from './agents/straight.ts';
import { tokensOf } from './agents/tokens.ts';

const READ = { tool: 'read', input: { file_path: FILE, context_focus_question: QUESTION } };
const bash = (command: string) => ({ tool: 'bash', input: { command } });

describe.each(AGENTS)('$provider', (agent: Agent) => {
  test('sends its model the raw output where no pruner listens, and a refusal of bash', async () => {
    const [home, cwd] = [tempDir(), makeProject()];
    const env = { PRUNER_URL: 'http://127.0.0.1:9/prune' };
    await using straight = await startStraight(cwd, env);
    // Short enough that every agent shows the whole file.
    const file_path = 'server/load-parts.ts';
    const read = { tool: 'read', input: { file_path, context_focus_question: QUESTION } };
    const once = await runOnce({ agent, home, cwd, env, calls: [read, bash('touch ran')] });
    expect(endOf(once), once.stderr).toEqual(DONE);
    const [sent = '', refused] = once.sent;
    expect(sent).toBe(await straight.answer(read));
    expect(sent).toBe(readFileSync(path.join(cwd, file_path), 'utf8'));
    await tokensOf(`Tokens that ${agent.provider} sent its model:`, [['read, and no pruner', sent]]);
    expect(refused).toBe(agent.refused);
    expect(existsSync(path.join(cwd, 'ran'))).toBe(false);
    expect(lifeOf(once)).toEqual(['mcp_pruner.ready']);
    expect(leftOver(home)).toEqual([]);
  });

  test('hands its server what is set for it, a key too', async () => {
    const [home, cwd] = [tempDir(), makeProject()];
    await using pruner = await startBrokenPruner();
    const env = { PRUNER_URL: pruner.url, PRUNER_API_KEY: 'a-key', PRUNER_FALLBACK: 'embedded' };
    const once = await runOnce({ agent, home, cwd, env, calls: [READ] });
    expect(endOf(once), once.stderr).toEqual(DONE);
    await using straight = await startStraight(cwd);
    expect(once.sent).toEqual([await straight.answer(READ)]);
    expect(pruner.keys).toEqual(['Bearer a-key']);
  });

  test('goes on where the server is killed in mid-run', async () => {
    const [home, cwd] = [tempDir(), makeProject()];
    const killed = bash('setsid sleep 5000 & sleep 5000 & kill -9 $PPID; sleep 5000');
    await using straight = await startStraight(cwd);
    const once = await runOnce({ agent, home, cwd, calls: [READ, killed, READ], allowBash: true });
    expect(endOf(once), once.stderr).toEqual(DONE);
    const [before, lost, after] = once.sent;
    const pruned = await straight.answer(READ);
    expect(before).toBe(pruned);
    expect(lost).toMatch(/(?:Connection|Transport) closed$/);
    if (agent.restarts) expect(after).toBe(pruned);
    else expect(after).toMatch(/Transport closed$/);
    expect(lifeOf(once)).toEqual([
      ...['mcp_pruner.ready', 'mcp_pruner.degraded', 'mcp_pruner.shutdown_after_degraded'],
    ]);
    expect(leftOver(home)).toEqual([]);
  });

  test('is offered none of the tools where they are switched off', async () => {
    const [home, cwd] = [tempDir(), makeProject()];
    const once = await runOnce({ agent, home, cwd, calls: [], env: { JEEVES_PRUNER_ENABLED: '0' } });
    expect(endOf(once), once.stderr).toEqual(DONE);
    expect(offered(once, agent)).toBe(false);
    expect(lifeOf(once)).toEqual(['mcp_pruner.disabled', 'mcp_pruner.not_running']);
    expect(leftOver(home)).toEqual([]);
  });

  // A terminal signals its whole foreground group; other programs signal only the process that they started.
  test.each([
    ['the run', 1],
    ['all of its group', -1],
  ])('leaves nothing behind where %s is interrupted in mid-call', async (_, sign) => {
    const [home, cwd] = [tempDir(), makeProject()];
    const begun = path.join(cwd, 'begun');
    let interrupted: Promise<unknown> | undefined;
    const once = await runOnce({
      ...{ agent, home, cwd, allowBash: true },
      calls: [bash('setsid sleep 5000 & touch begun; sleep 5000')],
      onStart({ pid = 0 }) {
        interrupted = until(async () => existsSync(begun) || undefined).then(() => process.kill(sign * pid, 'SIGINT'));
      },
    });
    await interrupted;
    expect([once.code, once.stderr]).toEqual([130, 'mcp-pruner: cancelled\n']);
    expect(leftOver(home)).toEqual([]);
  });
});
