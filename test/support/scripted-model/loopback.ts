import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PAUSE_MS, type Streamed, stream } from './pace.ts';

/** One turn of a scripted model: a text, or a tool call with an optional sentence before it. */
export type Said = { readonly text: string } | CallTurn;

/** A turn, or a function that returns it, given the results so far. */
export type Turn = Said | ((given: readonly string[]) => Said);

export interface CallTurn {
  readonly said?: string;
  /** As the host calls it; `mcp__SERVER__TOOL` for one of a server's in Claude Code and Codex. */
  readonly tool: string;
  /** A text for a tool whose input has no fields. */
  readonly input: Readonly<Record<string, unknown>> | string;
}

export interface ModelRequest {
  readonly path: string;
  /** The JSON body; empty where there was none. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Milliseconds since the process began, when all of the request was there. */
  readonly at: number;
}

/** A model that a real client talks to over loopback, instead of the one it would be billed for. */
export interface ScriptedModel extends AsyncDisposable {
  /** Without a path. */
  readonly url: string;
  /** Requests that the client sent so far. */
  readonly requests: readonly ModelRequest[];
  /** Closes it. Rejects if a turn called a tool that the host did not offer: such a test would prove nothing. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Error of a turn that no real model could take. */
export class NotOffered extends Error {
  constructor(tool: string, offered: readonly string[]) {
    super(`the script calls "${tool}", but the host offers its model only ${offered.join(', ')}`);
  }
}

async function bodyOf(request: IncomingMessage): Promise<ModelRequest['body']> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk as string;
  return text === '' ? {} : (JSON.parse(text) as ModelRequest['body']);
}

/**
 * Serves `answer`'s events (a stream), its other objects (JSON), and 404 where it has nothing to say. What it throws is told
 * to the client, and again when the model is closed.
 */
export async function serveModel(
  answer: (request: ModelRequest) => readonly Streamed[] | object | undefined,
  pauseMs: number = PAUSE_MS,
): Promise<ScriptedModel> {
  const requests: ModelRequest[] = [];
  const faults: unknown[] = [];
  const server = createServer((incoming, response) => {
    bodyOf(incoming)
      .then((body) => {
        const { pathname } = new URL(incoming.url ?? '/', 'http://127.0.0.1');
        const request = { path: pathname, body, at: performance.now() };
        requests.push(request);
        const said = answer(request);
        if (Array.isArray(said)) return stream(response, said, pauseMs);
        response.writeHead(said === undefined ? 404 : 200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(said ?? {}));
        return undefined;
      })
      .catch((error: unknown) => {
        faults.push(error);
        response.writeHead(400).end(JSON.stringify({ error: { message: String(error) } }));
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      if (faults.length > 0) throw faults[0];
    },
  };
}

/** Returns content, which is a text or blocks of text, as text. */
export function toText(content: unknown): string {
  if (typeof content === 'string') return content;
  return (content as readonly { readonly text?: string }[])
    .map((block) => block.text ?? JSON.stringify(block))
    .join('\n');
}

/** Returns the turn that follows after those results. The script's last is repeated. */
export function turnAfter(turns: readonly Turn[], given: readonly string[]): Said {
  const turn = turns[Math.min(given.length, turns.length - 1)];
  if (turn === undefined) throw new Error('A script needs a turn');
  return typeof turn === 'function' ? turn(given) : turn;
}
