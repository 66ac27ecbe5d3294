import { type ChildProcess, spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { built } from '../runtime/built.ts';
import { NODE } from '../runtime/started.ts';

export interface Reply {
  readonly jsonrpc: '2.0';
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Record<string, unknown> };
}

export interface Event {
  readonly ts: string;
  readonly level: string;
  readonly event: string;
  readonly request_id?: string;
  readonly data?: Record<string, unknown>;
}

/** The built launcher, in its own process. */
export interface Launcher {
  readonly child: ChildProcess;
  /** Writes one raw line. */
  send(line: string): void;
  /** Sends a request with the next id and resolves to its answer. */
  request(method: string, params?: unknown): Promise<Reply>;
  /** Resolves to the first matching message, received already or later. */
  next(fits: (message: Reply) => boolean): Promise<Reply>;
  /** Resolves to the first event with this name, logged already or later. */
  event(name: string): Promise<Event>;
  readonly messages: readonly Reply[];
  /** Lines that it wrote to stdout, verbatim. */
  readonly lines: readonly string[];
  readonly events: readonly Event[];
  /** Ends stdin and resolves to the exit code. */
  end(): Promise<number | null>;
  readonly exited: Promise<number | null>;
}

export function startLauncher(
  root: string,
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
  bin: string = built('bin'),
): Launcher {
  const child = spawn(NODE, [bin, ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', HOME: root, PRUNER_URL: 'embedded', MCP_PRUNER_LEDGER: 'off', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const messages: Reply[] = [];
  const written: string[] = [];
  const events: Event[] = [];
  const waiting = new Set<() => void>();
  const collect = (stream: NodeJS.ReadableStream, into: unknown[], raw: string[] = []): void => {
    let rest = '';
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        raw.push(line);
        into.push(JSON.parse(line));
      }
      for (const look of [...waiting]) look();
    });
  };
  collect(child.stdout, messages, written);
  collect(child.stderr, events);
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));

  const first = <T>(among: readonly T[], fits: (one: T) => boolean, what: string): Promise<T> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = among.find(fits);
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
      void exited.then((code) => reject(new Error(`exited with ${code} before ${what}: ${JSON.stringify(events)}`)));
    });

  let id = 0;
  const launcher: Launcher = {
    child,
    messages,
    lines: written,
    events,
    exited,
    send: (line) => void child.stdin.write(`${line}\n`),
    request: (method, params) => {
      id += 1;
      const mine = `r${id}`;
      launcher.send(JSON.stringify({ jsonrpc: '2.0', id: mine, method, params }));
      return launcher.next((message) => message.id === mine);
    },
    next: (fits) => first(messages, fits, 'the message came'),
    event: (name) => first(events, ({ event }) => event === name, `event ${name}`),
    end: () => {
      child.stdin.end();
      return exited;
    },
  };
  return launcher;
}
