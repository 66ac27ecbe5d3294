import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { startAnthropicModel, toolResultsOf } from '../support/scripted-model/anthropic.ts';
import type { ModelRequest, Turn } from '../support/scripted-model/loopback.ts';
import { installed, NODE, ROOT } from './installed.ts';

const CLAUDE = installed(`@anthropic-ai/claude-agent-sdk-${process.platform}-${process.arch}/claude`);

/** A user of the real Claude Code, with nothing set that is not his to set. */
export interface ClaudeUser {
  /** His settings file. */
  readonly settings: string;
  /** The folder that he works in. */
  readonly project: string;
  /** Runs `mcp-pruner`, and returns what it prints. */
  pruner(...args: readonly string[]): Promise<string>;
  /** Begins a session; what its model was sent for its calls. */
  ask(prompt: string, turns: readonly Turn[]): Promise<readonly string[]>;
  /** Goes on with the last session; the messages that its model was sent at last, as JSON. */
  goOn(prompt: string): Promise<string>;
}

/** `home` is empty; `settings` stands in it as the user's own. */
export function claudeUser(home: string, settings: string): ClaudeUser {
  const project = path.join(home, 'project');
  const file = path.join(home, '.claude/settings.json');
  for (const folder of [project, path.dirname(file)]) mkdirSync(folder, { recursive: true });
  writeFileSync(file, settings);
  const run = async (command: string, args: readonly string[], url = ''): Promise<string> => {
    const child = spawn(command, args, {
      cwd: project,
      env: {
        PATH: process.env['PATH'],
        HOME: home,
        ANTHROPIC_BASE_URL: url,
        ANTHROPIC_API_KEY: 'dummy',
        DISABLE_TELEMETRY: '1',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
    const [code, said, complaints] = await Promise.all([exited, text(child.stdout), text(child.stderr)]);
    if (code !== 0) throw new Error(`"${command}" exited with ${code}: ${said}${complaints}`);
    return said;
  };
  return {
    ...{ settings: file, project },
    pruner: (...args) => run(NODE, [`${ROOT}dist/index.js`, ...args]),
    async ask(prompt, turns) {
      await using model = await startAnthropicModel([...turns, { text: 'Done.' }]);
      await run(CLAUDE, ['-p', prompt], model.url);
      return toolResultsOf(model.requests.at(-1) as ModelRequest);
    },
    async goOn(prompt) {
      await using model = await startAnthropicModel([{ text: 'Done.' }]);
      await run(CLAUDE, ['-c', '-p', prompt], model.url);
      return JSON.stringify(model.requests.at(-1)?.body['messages']);
    },
  };
}
