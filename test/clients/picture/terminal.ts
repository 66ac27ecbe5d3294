import { execFileSync, spawnSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds between two looks at the screen, and the most to wait for a text. */
const LOOK = { every: 200, most: 60_000 } as const;

/** A program in a terminal of tmux, which must be installed. */
export interface Terminal extends Disposable {
  type(text: string): void;
  /** Presses a key by tmux's name for it. */
  press(key: string): void;
  /** Waits until the screen shows a text. Returns the screen with its escape sequences. Rejects after a minute. */
  shows(text: string): Promise<string>;
}

export function openTerminal(
  program: readonly string[],
  {
    cwd,
    env,
    columns,
    rows,
  }: { readonly cwd: string; readonly env: object; readonly columns: number; readonly rows: number },
): Terminal {
  const name = `mcp-pruner-${process.pid}`;
  const tmux = (...args: readonly string[]): string =>
    execFileSync('tmux', ['-L', name, '-f', '/dev/null', ...args], { encoding: 'utf8' });
  const variables = Object.entries(env).map(([key, value]) => `${key}=${value}`);
  const size = ['-x', String(columns), '-y', String(rows)];
  tmux('new-session', '-d', ...size, '-c', cwd, 'env', '-i', ...variables, ...program);
  return {
    type: (text) => void tmux('send-keys', '-l', text),
    press: (key) => void tmux('send-keys', key),
    async shows(text) {
      let screen = '';
      for (let waited = 0; waited < LOOK.most; waited += LOOK.every) {
        screen = tmux('capture-pane', '-p');
        if (screen.includes(text)) return tmux('capture-pane', '-e', '-p');
        await wait(LOOK.every);
      }
      throw new Error(`the screen does not show "${text}": ${screen}`);
    },
    [Symbol.dispose]: () => void spawnSync('tmux', ['-L', name, 'kill-server']),
  };
}
