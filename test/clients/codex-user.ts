import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { ModelRequest, Turn } from '../support/scripted-model/loopback.ts';
import { startResponsesModel, toolOutputsOf } from '../support/scripted-model/openai-responses.ts';
import { CODEX, scriptedProvider, toExec } from './codex-settings.ts';
import { type HostUser, hostUser } from './host-user.ts';
import { installed, NODE } from './installed.ts';

/** A user of the real Codex, who allows it to run commands. */
export interface CodexUser extends HostUser {
  /** Codex's own folder. */
  readonly codexHome: string;
  /** Trusts the installed hooks, as the command `/hooks` does. */
  trustHooks(): Promise<void>;
  /** Begins a session, and returns all requests to its model. */
  talk(prompt: string, turns: readonly Turn[]): Promise<readonly ModelRequest[]>;
  /** Begins a session, and returns the results sent to its model. */
  ask(prompt: string, turns: readonly Turn[]): Promise<readonly string[]>;
}

interface ListedHook {
  readonly key: string;
  readonly currentHash: string;
}

/** `home` has no settings of Codex yet. Without `model`, Codex chooses the model. */
export function codexUser(home: string, model?: string): CodexUser {
  const settings = 'sandbox_mode = "danger-full-access"\n';
  const user = hostUser({
    home,
    settings,
    file: '.codex/config.toml',
    folders: [installed('.bin')],
    env: { SCRIPTED_KEY: 'dummy' },
  });
  const talk: CodexUser['talk'] = async (prompt, turns) => {
    await using scripted = await startResponsesModel([...turns, { text: 'Done.' }]);
    const settings = { ...scriptedProvider(scripted), ...(model !== undefined && { model }) };
    await user.run([NODE, CODEX, ...toExec(settings), prompt]);
    return scripted.requests;
  };
  return {
    ...user,
    talk,
    codexHome: path.dirname(user.settings),
    async trustHooks() {
      const server = spawn(NODE, [CODEX, 'app-server'], {
        ...{ cwd: user.project, env: { PATH: process.env['PATH'], HOME: home }, stdio: ['pipe', 'pipe', 'ignore'] },
      });
      const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
      const request = async (id: number, method: string, params: object): Promise<unknown> => {
        server.stdin.write(`${JSON.stringify({ id, method, params })}\n`);
        for (;;) {
          const answer = JSON.parse(String((await lines.next()).value)) as { id?: number; result?: unknown };
          if (answer.id === id) return answer.result;
        }
      };
      await request(1, 'initialize', { clientInfo: { name: 'user', version: '1' } });
      const { data } = (await request(2, 'hooks/list', { cwds: [user.project] })) as {
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
    ask: async (...asked) => toolOutputsOf((await talk(...asked)).at(-1) as ModelRequest),
  };
}
