import { mkdirSync } from 'node:fs';
import type { ModelRequest } from '../../support/scripted-model/loopback.ts';
import { startResponsesModel, toolOutputsOf } from '../../support/scripted-model/openai-responses.ts';
import { CODEX, scriptedProvider, toExec } from '../codex-settings.ts';
import { runProgram } from '../host-user.ts';
import { NODE, ROOT } from '../installed.ts';
import { byTask, type Sent, turnsOf } from './task-calls.ts';
import type { Task } from './tasks.ts';

/** Milliseconds that Codex's shell waits for a command. After that, it answers with the output so far. */
const YIELD_MS = 30_000;

/** Returns what the real Codex sends its model for each task. `home` is empty, and used for nothing else. */
export async function inCodex(tasks: readonly Task[], folder: string, home: string): Promise<readonly Sent[]> {
  mkdirSync(home, { recursive: true });
  const turns = turnsOf(tasks, {
    own: ({ command }) => ({ tool: 'exec_command', input: { cmd: command, yield_time_ms: YIELD_MS } }),
    ours: (tool, input) => ({ tool: `mcp__pruner__${tool}`, input: { ...input } }),
  });
  await using model = await startResponsesModel(turns);
  const exec = toExec({
    sandbox_mode: 'danger-full-access',
    ...scriptedProvider(model),
    'mcp_servers.pruner.command': NODE,
    'mcp_servers.pruner.args': [`${ROOT}dist/index.js`],
    'mcp_servers.pruner.env.PRUNER_URL': 'embedded',
    'mcp_servers.pruner.env.MCP_PRUNER_HOME': home,
    'mcp_servers.pruner.tools.bash.approval_mode': 'approve',
  });
  const env = { PATH: process.env['PATH'], HOME: home, CODEX_HOME: home, SCRIPTED_KEY: 'dummy' };
  await runProgram([NODE, CODEX, ...exec, 'Do the tasks.'], folder, env);
  return byTask(tasks, toolOutputsOf(model.requests.at(-1) as ModelRequest));
}
