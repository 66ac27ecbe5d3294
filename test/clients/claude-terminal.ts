import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { ScriptedModel } from '../support/scripted-model/loopback.ts';
import type { ModUser } from './claude-mod-user.ts';
import { CLAUDE, QUIET } from './claude-user.ts';

/** The real Claude Code in a terminal. */
export interface ClaudeTerminal extends AsyncDisposable {
  /** Types a prompt or a command, and resolves once the screen shows a text that comes after it. */
  say(words: string, then: string): Promise<void>;
}

/** Begins a session in a terminal of util-linux's `script`, which every Debian has. */
export async function openClaude(user: ModUser, model: ScriptedModel): Promise<ClaudeTerminal> {
  const known = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true };
  const state = { hasCompletedOnboarding: true, theme: 'dark', customApiKeyResponses: { approved: ['dummy'] } };
  writeFileSync(
    path.join(user.home, '.claude.json'),
    JSON.stringify({ ...state, projects: { [user.project]: known } }),
  );
  const server = { ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'dummy' };
  const env = {
    ...QUIET,
    ...server,
    PATH: process.env['PATH'],
    HOME: user.home,
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
  };
  const command = `stty cols 120 rows 40; exec ${CLAUDE}`;
  const script = spawn('script', ['-qefc', command, '/dev/null'], {
    cwd: user.project,
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let screen = '';
  let look = (): void => {};
  script.stdout.setEncoding('utf8').on('data', (piece: string) => {
    screen += piece;
    look();
  });
  const closed = new Promise((resolve) => script.once('close', resolve));
  // The terminal moves its cursor in place of some spaces, so none counts.
  const plain = (text: string): string => stripVTControlCharacters(text).replaceAll(/\s+/g, '');
  const shows = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      look = () => {
        if (plain(screen).includes(plain(text))) resolve();
      };
      look();
      void closed.then(() =>
        reject(new Error(`Claude Code ended, and did not show "${text}": ${screen.slice(-2000)}`)),
      );
    });
  const next = async (keys: string, text: string): Promise<void> => {
    screen = '';
    script.stdin.write(keys);
    await shows(text);
  };
  await shows('/effort');
  return {
    async say(words, then) {
      await next(words, words);
      await next('\r', then);
    },
    async [Symbol.asyncDispose]() {
      script.kill('SIGKILL');
      await closed;
    },
  };
}
