import path from 'node:path';
import { startAnthropicModel, toolResultsOf } from '../../support/scripted-model/anthropic.ts';
import type { ModelRequest } from '../../support/scripted-model/loopback.ts';
import { askAgentSdk } from '../agents/agent-sdk.ts';
import { NODE, ROOT } from '../installed.ts';
import { byTask, type Sent, turnsOf } from './task-calls.ts';
import type { Task } from './tasks.ts';

/** Returns what the real Claude Code sends its model for each task. `home` is empty, and used for nothing else. */
export async function inClaude(tasks: readonly Task[], folder: string, home: string): Promise<readonly Sent[]> {
  const turns = turnsOf(tasks, {
    own: ({ file, command }) =>
      file === undefined
        ? { tool: 'Bash', input: { command } }
        : { tool: 'Read', input: { file_path: path.join(folder, file) } },
    ours: (tool, input) => ({ tool: `mcp__pruner__${tool}`, input: { ...input } }),
  });
  await using model = await startAnthropicModel(turns);
  const options = {
    cwd: folder,
    allowedTools: ['Read', 'Bash', ...['read', 'bash', 'grep'].map((tool) => `mcp__pruner__${tool}`)],
    mcpServers: {
      // The same entry that `init` writes.
      pruner: {
        command: NODE,
        args: [`${ROOT}dist/index.js`],
        env: { PRUNER_URL: 'embedded', HOME: home },
        alwaysLoad: true,
      },
    },
  };
  await askAgentSdk({ model, home, prompt: 'Do the tasks.', options });
  return byTask(tasks, toolResultsOf(model.requests.at(-1) as ModelRequest));
}
