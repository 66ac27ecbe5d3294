import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PAUSE_MS, type Streamed, stream } from './pace.ts';

/** One turn of a scripted model: a text, or a tool call with an optional sentence before it. */
export type Said = ({ readonly text: string } | CallTurn) & {
  /** What the model thinks before it speaks; not every model does. */
  readonly thought?: string;
};

/** A turn, or a function that returns it, given the results so far and the request. */
export type Turn = Said | ((given: readonly string[], request: ModelRequest) => Said);

export interface CallTurn {
  readonly said?: string;
  /** The tool's name in the host; Claude Code and Codex name a server's tool `mcp__SERVER__TOOL`. */
  readonly tool: string;
  /** A text for a tool whose input has no fields. */
  readonly input: Readonly<Record<string, unknown>> | string;
  /** Further calls of the same answer. Each has a result, so the turns after it come later by as many. */
  readonly also?: readonly Pick<CallTurn, 'tool' | 'input'>[];
}

export interface ModelRequest {
  readonly path: string;
  /** The JSON body; empty if there was none. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Milliseconds since the process began, when the whole request had arrived. */
  readonly at: number;
}

/** Estimates the tokens of a request, as a model counts them for its client. */
export function tokensOf({ body }: ModelRequest): number {
  return Math.ceil(JSON.stringify(body).length / 4);
}

/** A scripted model on loopback that a real client uses in place of a paid one. */
export interface ScriptedModel extends AsyncDisposable {
  /** URL without a path. */
  readonly url: string;
  /** Requests that the client sent so far. */
  readonly requests: readonly ModelRequest[];
  /**
   * Closes the server. Rejects if a turn called a tool that the host did not offer, because such a test would prove
   * nothing.
   */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Error of a turn that calls a tool the host did not offer. */
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
 * Serves the result of `answer`: events as a stream, other objects as JSON, and 404 for undefined. If `answer` throws,
 * the client gets the error, and so does whoever closes the model.
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

/** Returns content (a string, or blocks) as text. */
export function toText(content: unknown): string {
  if (typeof content === 'string') return content;
  return (content as readonly { readonly text?: string }[])
    .map((block) => block.text ?? JSON.stringify(block))
    .join('\n');
}

/** Returns the turn that follows these results. The last turn is repeated. */
export function turnAfter(turns: readonly Turn[], given: readonly string[], request: ModelRequest): Said {
  const turn = turns[Math.min(given.length, turns.length - 1)];
  if (turn === undefined) throw new Error('A script needs a turn');
  return typeof turn === 'function' ? turn(given, request) : turn;
}
