import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { CallTurn, ModelRequest, Turn } from '../support/scripted-model/loopback.ts';
import { tempDir } from '../support/temp-dir.ts';
import { claudeUser } from './claude-user.ts';
import { codexUser } from './codex-user.ts';
import { copilotUser } from './copilot-user.ts';
import { geminiUser } from './gemini-user.ts';
import type { HostUser } from './host-user.ts';
import { NODE } from './installed.ts';
import { ABOUT_SOURCE, sourceAround } from './long-source.ts';
import { opencodeUser } from './opencode-user.ts';

const SECRET = 'ghp-not-a-real-key-0123456789';
/** A source that fits what every host shows of a hook's answer, with a secret beside the session's subject. */
const SOURCE = sourceAround(4500).replace('export function addMember', `const KEY = '${SECRET}';\n$&`);
const READS = 4;
/** In a new home, opencode first installs a package. */
const TIMEOUT = 300_000;

/** A user with a hook that masks the secret in results. */
interface Masking {
  readonly user: HostUser;
  /** Writes the hook. `script` reads an event on standard input, and prints `answer`, where `text` is masked. */
  mask(script: (answer: string) => string): void;
  /** Runs between `init` and the session. */
  ready?(): Promise<void>;
  talk(turns: readonly Turn[]): Promise<readonly ModelRequest[]>;
  readonly turn: CallTurn;
}

const json = (file: string, content: object): void => {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(content));
};

const HOSTS: Readonly<Record<string, (home: string) => Masking>> = {
  'claude-code': (home) => {
    const user = claudeUser(home, '{}');
    return {
      user,
      mask(script) {
        const command = script(
          '{ hookSpecificOutput: { hookEventName: "PostToolUse", updatedToolOutput: JSON.parse(text) } }',
        );
        const PostToolUse = [{ matcher: 'Read', hooks: [{ type: 'command', command }] }];
        json(user.settings, { hooks: { PostToolUse } });
      },
      talk: (turns) => user.talk(ABOUT_SOURCE, turns),
      turn: { tool: 'Read', input: { file_path: path.join(user.project, 'config.ts') } },
    };
  },
  codex: (home) => {
    const user = codexUser(home, 'gpt-5.5');
    return {
      user,
      mask(script) {
        const hooks = [{ type: 'command', command: script('{ decision: "block", reason: JSON.parse(text) }') }];
        json(path.join(user.codexHome, 'hooks.json'), { hooks: { PostToolUse: [{ matcher: 'Bash', hooks }] } });
      },
      ready: user.trustHooks,
      talk: (turns) => user.talk(ABOUT_SOURCE, turns),
      turn: { tool: 'exec_command', input: { cmd: 'cat config.ts', yield_time_ms: 20_000 } },
    };
  },
  copilot: (home) => {
    const user = copilotUser(home, '{ "mcpServers": {} }');
    return {
      user,
      mask(script) {
        const bash = script(
          '{ modifiedResult: { resultType: "success", textResultForLlm: JSON.parse(text).textResultForLlm } }',
        );
        const postToolUse = [{ type: 'command', bash, matcher: 'view', timeoutSec: 20 }];
        json(path.join(home, '.copilot/hooks/mask.json'), { version: 1, hooks: { postToolUse } });
      },
      talk: (turns) => user.talk(ABOUT_SOURCE, turns, '--allow-all-tools'),
      turn: { tool: 'view', input: { path: path.join(user.project, 'config.ts') } },
    };
  },
  gemini: (home) => {
    const user = geminiUser(home, '{ "security": { "auth": { "selectedType": "gemini-api-key" } } }');
    return {
      user,
      mask(script) {
        const command = script('{ decision: "deny", reason: JSON.parse(text).llmContent }');
        const AfterTool = [{ matcher: 'read_file', hooks: [{ name: 'mask', type: 'command', command }] }];
        json(user.settings, { security: { auth: { selectedType: 'gemini-api-key' } }, hooks: { AfterTool } });
      },
      talk: (turns) => user.requests(ABOUT_SOURCE, turns),
      turn: { tool: 'read_file', input: { file_path: path.join(user.project, 'config.ts') } },
    };
  },
  opencode: (home) => {
    const user = opencodeUser(home, '{ "$schema": "https://opencode.ai/config.json" }');
    return {
      user,
      mask() {
        const file = path.join(home, '.config/opencode/plugins/mask.js');
        mkdirSync(path.dirname(file), { recursive: true });
        writeFileSync(
          file,
          `export const Mask = async () => ({
  'tool.execute.after': async (_, output) => { output.output = output.output?.replaceAll('${SECRET}', 'MASKED'); },
});\n`,
        );
      },
      talk: (turns) => user.talk(ABOUT_SOURCE, turns),
      turn: { tool: 'read', input: { filePath: path.join(user.project, 'config.ts') } },
    };
  },
};

test.each(Object.entries(HOSTS))(
  'what a hook of the user masks never reaches the model: %s',
  { timeout: TIMEOUT },
  async (name, open) => {
    const { user, mask, ready, talk, turn } = open(tempDir());
    mask((answer) => {
      const file = path.join(user.project, '../mask.mjs');
      writeFileSync(
        file,
        `import { readFileSync } from 'node:fs';
const { tool_response, toolResult } = JSON.parse(readFileSync(0, 'utf8'));
const text = JSON.stringify(tool_response ?? toolResult).replaceAll('${SECRET}', 'MASKED');
process.stdout.write(JSON.stringify(${answer}));\n`,
      );
      return `"${NODE}" "${file}"`;
    });
    await user.pruner(
      'init',
      `--${name}`,
      '--on',
      '--env',
      'MCP_PRUNER_HOOK_TIMEOUT_MS=5000',
      '--env',
      'MCP_PRUNER_HOOK_CUTS=more',
    );
    await ready?.();
    writeFileSync(path.join(user.project, 'config.ts'), SOURCE);
    const turns = Array.from({ length: READS }, () => ({ said: 'I look at how a member is added.', ...turn }));
    const sent = JSON.stringify((await talk(turns)).map(({ body }) => body));
    expect({ masked: sent.includes('MASKED'), told: sent.includes(SECRET) }).toEqual({ masked: true, told: false });
  },
);
