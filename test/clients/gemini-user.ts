import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { functionResponsesOf, startGeminiModel } from '../support/scripted-model/gemini.ts';
import type { ModelRequest, Turn } from '../support/scripted-model/loopback.ts';
import { installed, NODE, ROOT } from './installed.ts';

const GEMINI = installed('@google/gemini-cli/bundle/gemini.js');

/** A user of the real Gemini CLI, who trusts the folder. */
export interface GeminiUser {
  /** The user's settings. */
  readonly settings: string;
  /** The folder that the user works in. */
  readonly project: string;
  /** Runs `mcp-pruner`, and returns what it prints. */
  pruner(...args: readonly string[]): Promise<string>;
  /** Begins a session with those flags; what its model was sent for its calls. */
  ask(prompt: string, turns: readonly Turn[], ...flags: readonly string[]): Promise<readonly string[]>;
}

/** `home` is empty; `settings` stands in it as the user's own. */
export function geminiUser(home: string, settings: string): GeminiUser {
  const project = path.join(home, 'project');
  const file = path.join(home, '.gemini/settings.json');
  for (const folder of [project, path.dirname(file)]) mkdirSync(folder, { recursive: true });
  writeFileSync(file, settings);
  const run = async (args: readonly string[], env: object = {}): Promise<string> => {
    const child = spawn(NODE, args, {
      cwd: project,
      env: { PATH: process.env['PATH'], HOME: home, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
    const [code, said, complaints] = await Promise.all([exited, text(child.stdout), text(child.stderr)]);
    if (code !== 0) throw new Error(`"${args.join(' ')}" exited with ${code}: ${said}${complaints}`);
    return said;
  };
  return {
    ...{ settings: file, project },
    pruner: (...args) => run([`${ROOT}dist/index.js`, ...args]),
    async ask(prompt, turns, ...flags) {
      await using model = await startGeminiModel([...turns, { text: 'Done.' }]);
      const env = { GEMINI_API_KEY: 'dummy', GOOGLE_GEMINI_BASE_URL: model.url, GEMINI_CLI_TRUST_WORKSPACE: 'true' };
      await run([GEMINI, '-m', 'gemini-2.5-flash', ...flags, '-p', prompt], env);
      return functionResponsesOf(model.requests.at(-1) as ModelRequest);
    },
  };
}
