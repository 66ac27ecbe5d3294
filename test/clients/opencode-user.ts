import { startAnthropicModel, toolResultsOf } from '../support/scripted-model/anthropic.ts';
import type { ModelRequest, Turn } from '../support/scripted-model/loopback.ts';
import { type HostUser, hostUser } from './host-user.ts';
import { installed } from './installed.ts';

const OPENCODE = installed(`opencode-${process.platform}-${process.arch}/bin/opencode`);

/** A user of the real opencode. */
export interface OpencodeUser extends HostUser {
  /** Begins a session, and returns all requests to its model. */
  talk(prompt: string, turns: readonly Turn[]): Promise<readonly ModelRequest[]>;
  /** Begins a session, and returns the results sent to its model. */
  ask(prompt: string, turns: readonly Turn[]): Promise<readonly string[]>;
}

/** `home` is empty; `settings` becomes the user's own settings file. */
export function opencodeUser(home: string, settings: string): OpencodeUser {
  const user = hostUser({ home, settings, file: '.config/opencode/opencode.json' });
  const talk: OpencodeUser['talk'] = async (prompt, turns) => {
    await using model = await startAnthropicModel([...turns, { text: 'Done.' }]);
    const scripted = {
      model: 'anthropic/claude-sonnet-4-5',
      provider: { anthropic: { options: { baseURL: `${model.url}/v1`, apiKey: 'dummy' } } },
    };
    await user.run([OPENCODE, 'run', prompt], {
      OPENCODE_CONFIG_CONTENT: JSON.stringify(scripted),
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
    });
    return model.requests;
  };
  return {
    ...user,
    talk,
    async ask(...asked) {
      // opencode also asks for a title, maybe last, so look for the request with the most results.
      const requests = await talk(...asked);
      const last = requests.toSorted((a, b) => toolResultsOf(a).length - toolResultsOf(b).length).at(-1);
      return toolResultsOf(last as ModelRequest);
    },
  };
}
