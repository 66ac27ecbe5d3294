import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { ModelRequest } from '../../support/scripted-model/loopback.ts';
import { startResponsesModel, toolOutputsOf } from '../../support/scripted-model/openai-responses.ts';
import { installed, NODE, ROOT } from '../installed.ts';
import { byTask, type Sent, turnsOf } from './task-calls.ts';
import type { Task } from './tasks.ts';

/** Milliseconds that its shell waits for a command before it answers without the end. */
const YIELD_MS = 30_000;

/** What the real Codex sends its model for each task. `home` is empty and its own. */
export async function inCodex(tasks: readonly Task[], folder: string, home: string): Promise<readonly Sent[]> {
  mkdirSync(home, { recursive: true });
  const turns = turnsOf(tasks, {
    own: ({ command }) => ({ tool: 'exec_command', input: { cmd: command, yield_time_ms: YIELD_MS } }),
    ours: (tool, input) => ({ tool: `mcp__pruner__${tool}`, input: { ...input } }),
  });
  await using model = await startResponsesModel(turns);
  const settings = {
    sandbox_mode: 'danger-full-access',
    model_provider: 'scripted',
    'model_providers.scripted.name': 'scripted',
    'model_providers.scripted.base_url': `${model.url}/v1`,
    'model_providers.scripted.env_key': 'SCRIPTED_KEY',
    'model_providers.scripted.wire_api': 'responses',
    'mcp_servers.pruner.command': NODE,
    'mcp_servers.pruner.args': [`${ROOT}dist/index.js`],
    'mcp_servers.pruner.env.PRUNER_URL': 'embedded',
    'mcp_servers.pruner.env.MCP_PRUNER_HOME': home,
    'mcp_servers.pruner.tools.bash.approval_mode': 'approve',
  };
  const config = Object.entries(settings).flatMap(([key, value]) => ['--config', `${key}=${JSON.stringify(value)}`]);
  const args = [installed('@openai/codex/bin/codex.js'), 'exec', '--skip-git-repo-check', ...config, 'Do the tasks.'];
  const codex = spawn(NODE, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: home, CODEX_HOME: home, SCRIPTED_KEY: 'dummy' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [complaints, [code]] = await Promise.all([text(codex.stderr), once(codex, 'close')]);
  if (code !== 0) throw new Error(`Codex ended with ${String(code)}: ${complaints}`);
  return byTask(tasks, toolOutputsOf(model.requests.at(-1) as ModelRequest));
}
