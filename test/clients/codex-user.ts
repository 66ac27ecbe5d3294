import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { ModelRequest, Turn } from '../support/scripted-model/loopback.ts';
import { startResponsesModel, toolOutputsOf } from '../support/scripted-model/openai-responses.ts';
import { installed, NODE, ROOT } from './installed.ts';

const CODEX = installed('@openai/codex/bin/codex.js');

/** A user of the real Codex, who lets it run commands. */
export interface CodexUser {
  /** Codex's own folder. */
  readonly codexHome: string;
  /** The folder that the user works in. */
  readonly project: string;
  /** Runs `mcp-pruner`, and returns what it prints. */
  pruner(...args: readonly string[]): Promise<string>;
  /** Trusts the hooks that there are, as the command `/hooks` does. */
  trustHooks(): Promise<void>;
  /** Begins a session; what its model was sent for its calls. */
  ask(prompt: string, turns: readonly Turn[]): Promise<readonly string[]>;
}

interface ListedHook {
  readonly key: string;
  readonly currentHash: string;
}

/** `home` is empty. */
export function codexUser(home: string): CodexUser {
  const project = path.join(home, 'project');
  const codexHome = path.join(home, '.codex');
  for (const folder of [project, codexHome]) mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(codexHome, 'config.toml'), 'sandbox_mode = "danger-full-access"\n');
  const env = { PATH: process.env['PATH'], HOME: home, SCRIPTED_KEY: 'dummy' };
  const run = async (args: readonly string[]): Promise<string> => {
    const child = spawn(NODE, args, { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
    const [code, said, complaints] = await Promise.all([exited, text(child.stdout), text(child.stderr)]);
    if (code !== 0) throw new Error(`"${args.join(' ')}" exited with ${code}: ${said}${complaints}`);
    return said;
  };
  return {
    ...{ codexHome, project },
    pruner: (...args) => run([`${ROOT}dist/index.js`, ...args]),
    async trustHooks() {
      const server = spawn(NODE, [CODEX, 'app-server'], { cwd: project, env, stdio: ['pipe', 'pipe', 'ignore'] });
      const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
      const request = async (id: number, method: string, params: object): Promise<unknown> => {
        server.stdin.write(`${JSON.stringify({ id, method, params })}\n`);
        for (;;) {
          const answer = JSON.parse(String((await lines.next()).value)) as { id?: number; result?: unknown };
          if (answer.id === id) return answer.result;
        }
      };
      await request(1, 'initialize', { clientInfo: { name: 'user', version: '1' } });
      const { data } = (await request(2, 'hooks/list', { cwds: [project] })) as {
        data: readonly { hooks: readonly ListedHook[] }[];
      };
      const hooks = data.flatMap((one) => one.hooks);
      if (hooks.length === 0) throw new Error('Codex knows of no hook');
      const value = Object.fromEntries(hooks.map(({ key, currentHash }) => [key, { trusted_hash: currentHash }]));
      await request(3, 'config/batchWrite', { edits: [{ keyPath: 'hooks.state', value, mergeStrategy: 'upsert' }] });
      const closed = new Promise((resolve) => server.once('close', resolve));
      server.stdin.end();
      await closed;
    },
    async ask(prompt, turns) {
      await using model = await startResponsesModel([...turns, { text: 'Done.' }]);
      const settings = {
        model_provider: 'scripted',
        'model_providers.scripted.name': 'scripted',
        'model_providers.scripted.base_url': `${model.url}/v1`,
        'model_providers.scripted.env_key': 'SCRIPTED_KEY',
        'model_providers.scripted.wire_api': 'responses',
      };
      const config = Object.entries(settings).flatMap(([key, value]) => [
        '--config',
        `${key}=${JSON.stringify(value)}`,
      ]);
      await run([CODEX, 'exec', '--skip-git-repo-check', ...config, prompt]);
      return toolOutputsOf(model.requests.at(-1) as ModelRequest);
    },
  };
}
