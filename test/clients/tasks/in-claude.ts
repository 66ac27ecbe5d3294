import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startAnthropicModel, toolResultsOf } from '../../support/scripted-model/anthropic.ts';
import type { ModelRequest } from '../../support/scripted-model/loopback.ts';
import { installed, NODE, ROOT } from '../installed.ts';
import { byTask, type Sent, turnsOf } from './task-calls.ts';
import type { Task } from './tasks.ts';

interface AgentSdk {
  query(asked: { prompt: string; options: object }): AsyncIterable<unknown>;
}

/** What the real Claude Code sends its model for each task. `home` is empty and its own. */
export async function inClaude(tasks: readonly Task[], folder: string, home: string): Promise<readonly Sent[]> {
  const turns = turnsOf(tasks, {
    own: ({ file, command }) =>
      file === undefined
        ? { tool: 'Bash', input: { command } }
        : { tool: 'Read', input: { file_path: path.join(folder, file) } },
    ours: (tool, input) => ({ tool: `mcp__pruner__${tool}`, input: { ...input } }),
  });
  await using model = await startAnthropicModel(turns);
  const { query } = (await import(pathToFileURL(installed('@anthropic-ai/claude-agent-sdk/sdk.mjs')).href)) as AgentSdk;
  const options = {
    cwd: folder,
    settingSources: [],
    allowedTools: ['Read', 'Bash', ...['read', 'bash', 'grep'].map((tool) => `mcp__pruner__${tool}`)],
    mcpServers: {
      // As `init` writes it.
      pruner: {
        command: NODE,
        args: [`${ROOT}dist/index.js`],
        env: { PRUNER_URL: 'embedded', HOME: home },
        alwaysLoad: true,
      },
    },
    env: {
      ...{ PATH: process.env['PATH'], HOME: home, ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'dummy' },
      ...{ DISABLE_TELEMETRY: '1', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' },
    },
  };
  for await (const _ of query({ prompt: 'Do the tasks.', options })) {
    // What it says is the script's.
  }
  return byTask(tasks, toolResultsOf(model.requests.at(-1) as ModelRequest));
}
