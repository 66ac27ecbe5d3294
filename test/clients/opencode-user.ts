import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { startAnthropicModel, toolResultsOf } from '../support/scripted-model/anthropic.ts';
import type { ModelRequest, Turn } from '../support/scripted-model/loopback.ts';
import { installed, NODE, ROOT } from './installed.ts';

const OPENCODE = installed(`opencode-${process.platform}-${process.arch}/bin/opencode`);

/** A user of the real opencode. */
export interface OpencodeUser {
  /** The user's settings. */
  readonly settings: string;
  /** The folder that the user works in. */
  readonly project: string;
  /** Runs `mcp-pruner`, and returns what it prints. */
  pruner(...args: readonly string[]): Promise<string>;
  /** Begins a session; what its model was sent for its calls. */
  ask(prompt: string, turns: readonly Turn[]): Promise<readonly string[]>;
}

/** `home` is empty; `settings` stands in it as the user's own. */
export function opencodeUser(home: string, settings: string): OpencodeUser {
  const project = path.join(home, 'project');
  const file = path.join(home, '.config/opencode/opencode.json');
  for (const folder of [project, path.dirname(file)]) mkdirSync(folder, { recursive: true });
  writeFileSync(file, settings);
  const run = async (command: string, args: readonly string[], env: object = {}): Promise<string> => {
    const child = spawn(command, args, {
      cwd: project,
      env: { PATH: process.env['PATH'], HOME: home, ...env },
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
      const scripted = {
        model: 'anthropic/claude-sonnet-4-5',
        provider: { anthropic: { options: { baseURL: `${model.url}/v1`, apiKey: 'dummy' } } },
      };
      await run(OPENCODE, ['run', prompt], {
        OPENCODE_CONFIG_CONTENT: JSON.stringify(scripted),
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_MODELS_FETCH: '1',
      });
      // It asks for a title too, maybe last.
      const last = model.requests.toSorted((a, b) => toolResultsOf(a).length - toolResultsOf(b).length).at(-1);
      return toolResultsOf(last as ModelRequest);
    },
  };
}
