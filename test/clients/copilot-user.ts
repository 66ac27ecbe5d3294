import { readdirSync } from 'node:fs';
import path from 'node:path';
import { startAnthropicModel, toolResultsOf } from '../support/scripted-model/anthropic.ts';
import type { ModelRequest, Turn } from '../support/scripted-model/loopback.ts';
import { type HostUser, hostUser } from './host-user.ts';
import { installed } from './installed.ts';

/** The program of GitHub Copilot CLI, without the script that selects it for the platform. */
const COPILOT: string = installed(`@github/copilot-${process.platform}-${process.arch}/copilot`);

/** A user of the real GitHub Copilot CLI. */
export interface CopilotUser extends HostUser {
  /** Begins a session, and returns the results sent to its model. */
  ask(prompt: string, turns: readonly Turn[], ...flags: readonly string[]): Promise<readonly string[]>;
  /** Begins a session, and returns all requests to its model. */
  talk(prompt: string, turns: readonly Turn[], ...flags: readonly string[]): Promise<readonly ModelRequest[]>;
  /** All files below the host's folder. */
  files(): readonly string[];
}

/**
 * `home` is empty; `servers` becomes the user's own file of servers. `variables` are set for everything that the user
 * runs.
 */
export function copilotUser(home: string, servers: string, variables: object = {}): CopilotUser {
  const user = hostUser({
    home,
    settings: servers,
    file: '.copilot/mcp-config.json',
    folders: [path.dirname(COPILOT)],
    env: variables,
  });
  const talk: CopilotUser['talk'] = async (prompt, turns, ...flags) => {
    await using model = await startAnthropicModel([...turns, { text: 'Done.' }]);
    const env = {
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_TYPE: 'anthropic',
      COPILOT_PROVIDER_BASE_URL: model.url,
      COPILOT_PROVIDER_API_KEY: 'dummy',
      COPILOT_MODEL: 'claude-sonnet-4.5',
    };
    await user.run([COPILOT, ...flags, '-p', prompt], env);
    return model.requests;
  };
  return {
    ...user,
    talk,
    ask: async (...asked) => toolResultsOf((await talk(...asked)).at(-1) as ModelRequest),
    files: () => readdirSync(path.join(home, '.copilot'), { recursive: true, encoding: 'utf8' }),
  };
}
