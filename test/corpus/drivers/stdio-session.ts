import { type ChildProcess, spawn } from 'node:child_process';
import type { Place, Variables } from '../stage/place.ts';

export interface Message {
  readonly jsonrpc?: '2.0';
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: unknown;
}

/** The launcher as an MCP server over stdio. */
export interface StdioSession {
  readonly child: ChildProcess;
  /** Sends a request and resolves to its answer, without the id. */
  request(method: string, params?: unknown): Promise<Message>;
  /** Sends a notification or an answer. */
  send(message: object): void;
  /** Writes a raw line, and resolves to the next message. */
  raw(line: string): Promise<unknown>;
  /** All messages so far that are not answers. */
  readonly told: readonly Message[];
  /** Answers the server's requests to the client. */
  onAsked: (method: string, params: unknown) => object;
  /** Ends stdin and resolves to the exit code and the events that it logged. */
  end(): Promise<{ readonly code: number | null; readonly events: readonly unknown[] }>;
}

export interface SessionOptions {
  readonly env?: Variables;
  readonly args?: readonly string[];
}

const LIMIT_MS = 30_000;

export function startSession(place: Place, { env = {}, args = [] }: SessionOptions = {}): StdioSession {
  const child = spawn(place.stage.node, [`${place.stage.package}/dist/index.js`, ...args], {
    cwd: place.root,
    env: place.env(env),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const waiting = new Map<unknown, (message: Message) => void>();
  const lines: string[] = [];
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const limited = <T>(what: string, start: (resolve: (value: T) => void) => void): Promise<T> =>
    new Promise((resolve, reject) => {
      const fail = (why: string): void => {
        clearTimeout(timer);
        reject(new Error(`${what} has no answer: ${why}; ${lines.slice(-5).join(' ')}`));
      };
      const timer = setTimeout(() => {
        child.kill('SIGKILL');
        fail(`${LIMIT_MS} ms are over`);
      }, LIMIT_MS);
      void exited.then((code) => fail(`the server ended with ${code}`));
      start((value) => {
        clearTimeout(timer);
        resolve(value);
      });
    });
  let onNext: ((message: unknown) => void) | undefined;
  const told: Message[] = [];
  const session = {
    child,
    told,
    onAsked: (): object => ({}),
    send: (message: object) => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`),
    request(method: string, params?: unknown): Promise<Message> {
      const id = `r${waiting.size + 1}`;
      session.send({ id, method, params });
      return limited(`${method}`, (resolve) => waiting.set(id, resolve));
    },
    raw(line: string): Promise<unknown> {
      child.stdin.write(`${line}\n`);
      return limited('a raw line', (resolve) => {
        onNext = resolve;
      });
    },
    async end() {
      child.stdin.end();
      const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
      const code = await exited;
      clearTimeout(timer);
      return { code, events: lines.map(toEvent) };
    },
  } satisfies StdioSession as StdioSession;
  eachLine(child.stdout, (line) => {
    const message = JSON.parse(line) as Message;
    const known = waiting.get(message.id);
    if (message.method !== undefined) {
      told.push(message);
      if (message.id !== undefined)
        session.send({ id: message.id, result: session.onAsked(message.method, message.params) });
    } else if (known !== undefined) {
      const { id, ...answer } = message;
      known(answer);
    } else {
      onNext?.(message);
    }
  });
  eachLine(child.stderr, (line) => void lines.push(line));
  return session;
}

function eachLine(stream: NodeJS.ReadableStream, take: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
}

function toEvent(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}
