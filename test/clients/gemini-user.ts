import { functionResponsesOf, startGeminiModel, toolsOf } from '../support/scripted-model/gemini.ts';
import type { ModelRequest, ScriptedModel, Turn } from '../support/scripted-model/loopback.ts';
import { type HostUser, hostUser } from './host-user.ts';
import { installed, NODE } from './installed.ts';

const GEMINI = installed('@google/gemini-cli/bundle/gemini.js');

/** Without this variable, the host asks whether the user trusts a folder, and waits. */
const TRUSTED = { GEMINI_CLI_TRUST_WORKSPACE: 'true' };

/** A user of the real Gemini CLI, who trusts the folder. */
export interface GeminiUser extends HostUser {
  /** Runs a command of the host that needs no model, and returns what it prints. */
  gemini(...args: readonly string[]): Promise<string>;
  /** Warnings that the host prints at its start. */
  complaints(): Promise<string>;
  /** Begins a session with these flags, and returns the results sent to its model. */
  ask(prompt: string, turns: readonly Turn[], ...flags: readonly string[]): Promise<readonly string[]>;
  /** Begins a session with these flags, and returns all requests to its model. */
  requests(prompt: string, turns: readonly Turn[], ...flags: readonly string[]): Promise<readonly ModelRequest[]>;
  /** Begins a session with these flags. */
  talk(prompt: string, turns: readonly Turn[], ...flags: readonly string[]): Promise<Talked>;
  /**
   * Delegates `turns` to an agent of the host. Returns the results sent to the agent's model, and the tools that the
   * agent had.
   */
  delegate(agent: string, turns: readonly Turn[]): Promise<Delegated>;
}

export interface Talked extends Delegated {
  /** The system prompt and all messages, as JSON. */
  readonly prompt: string;
}

export interface Delegated {
  readonly given: readonly string[];
  readonly tools: readonly string[];
}

/** `home` is empty; `settings` becomes the user's own settings file. */
export function geminiUser(home: string, settings: string): GeminiUser {
  const user = hostUser({ home, settings, file: '.gemini/settings.json', env: TRUSTED });
  const session = ({ url }: ScriptedModel, args: readonly string[]): Promise<string> => {
    const env = { GEMINI_API_KEY: 'dummy', GOOGLE_GEMINI_BASE_URL: url };
    return user.run([NODE, GEMINI, '-m', 'gemini-2.5-flash', ...args], env);
  };
  const talk: GeminiUser['talk'] = async (prompt, turns, ...flags) => {
    await using model = await startGeminiModel([...turns, { text: 'Done.' }]);
    await session(model, [...flags, '-p', prompt]);
    const last = model.requests.at(-1) as ModelRequest;
    const { systemInstruction, contents } = last.body;
    const said = JSON.stringify([systemInstruction, contents]);
    return { given: functionResponsesOf(last), tools: toolsOf(last), prompt: said };
  };
  return {
    ...user,
    talk,
    async requests(prompt, turns, ...flags) {
      await using model = await startGeminiModel([...turns, { text: 'Done.' }]);
      await session(model, [...flags, '-p', prompt]);
      return model.requests;
    },
    ask: async (...asked) => (await talk(...asked)).given,
    gemini: (...args) => user.run([NODE, GEMINI, ...args]),
    complaints: () => user.run(['/bin/sh', '-c', '"$0" "$@" 2>&1 >/dev/null', NODE, GEMINI, 'mcp', 'list']),
    async delegate(agent, turns) {
      const asks = { tool: 'invoke_agent', input: { agent_name: agent, prompt: 'Look into it.' } };
      await using model = await startGeminiModel([asks, { text: 'Done.' }], turns);
      await session(model, ['--yolo', '-p', 'Have it looked into.']);
      const asked = model.requests.filter((request) => toolsOf(request).includes('complete_task'));
      const last = asked.toSorted((a, b) => functionResponsesOf(a).length - functionResponsesOf(b).length).at(-1);
      return { given: functionResponsesOf(last as ModelRequest), tools: toolsOf(last as ModelRequest) };
    },
  };
}
