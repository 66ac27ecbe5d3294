import { pathToFileURL } from 'node:url';
import type { ScriptedModel } from '../../support/scripted-model/loopback.ts';
import { installed } from '../installed.ts';
import { claude } from './claude.ts';

/** The used parts of `@anthropic-ai/claude-agent-sdk`. The package is not installed when types are checked. */
interface AgentSdk {
  query(asked: { prompt: string; options: object }): AsyncIterable<{ readonly type: string; readonly result?: string }>;
}

interface Asked {
  readonly model: ScriptedModel;
  /** The home folder. */
  readonly home: string;
  readonly prompt: string;
  /** Options of the SDK, except for the environment. */
  readonly options: object;
}

/** Runs one session of the real Claude Agent SDK without any user settings, and returns the model's last words. */
export async function askAgentSdk({ model, home, prompt, options }: Asked): Promise<string | undefined> {
  const { query } = (await import(pathToFileURL(installed('@anthropic-ai/claude-agent-sdk/sdk.mjs')).href)) as AgentSdk;
  const complaints: string[] = [];
  const env = { PATH: process.env['PATH'], HOME: home, ...claude.settings(home, model) };
  const stderr = (text: string): void => void complaints.push(text);
  let answer: string | undefined;
  for await (const message of query({ prompt, options: { settingSources: [], env, stderr, ...options } }))
    if (message.type === 'result') answer = message.result;
  if (answer === undefined) throw new Error(`Claude Code said nothing: ${complaints.join('')}`);
  return answer;
}
