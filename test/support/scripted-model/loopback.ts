import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a scripted model says in one turn: text, or a call of one tool, and what it says before that. */
export type Turn =
  | { readonly text: string }
  | {
      readonly said?: string;
      readonly tool: string;
      readonly namespace?: string;
      readonly input: Readonly<Record<string, unknown>>;
    };

export interface ModelRequest {
  readonly path: string;
  /** The JSON body; empty where there was none. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** One server-sent event; its name is its `type`, if it has one. */
export type ModelEvent = { readonly type?: string } & Readonly<Record<string, unknown>>;

/** A model that a real client talks to over loopback, instead of the one it would be billed for. */
export interface ScriptedModel extends AsyncDisposable {
  /** Without a path. */
  readonly url: string;
  /** All that the client sent so far. */
  readonly requests: readonly ModelRequest[];
}

async function bodyOf(request: IncomingMessage): Promise<ModelRequest['body']> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk as string;
  return text === '' ? {} : (JSON.parse(text) as ModelRequest['body']);
}

function stream(response: ServerResponse, events: readonly ModelEvent[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) {
    const name = event.type === undefined ? '' : `event: ${event.type}\n`;
    response.write(`${name}data: ${JSON.stringify(event)}\n\n`);
  }
  response.end();
}

/** Serves `answer`'s events (a stream), its other objects (JSON), and 404 where it has nothing to say. */
export async function serveModel(
  answer: (request: ModelRequest) => readonly ModelEvent[] | object | undefined,
): Promise<ScriptedModel> {
  const requests: ModelRequest[] = [];
  const server = createServer((incoming, response) => {
    const fail = (error: unknown): void => void response.writeHead(400).end(String(error));
    bodyOf(incoming)
      .then((body) => {
        const request = { path: new URL(incoming.url ?? '/', 'http://127.0.0.1').pathname, body };
        requests.push(request);
        const said = answer(request);
        if (Array.isArray(said)) return stream(response, said);
        response.writeHead(said === undefined ? 404 : 200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(said ?? {}));
      })
      .catch(fail);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Content as a model is sent it, text or blocks of text, as text. */
export function toText(content: unknown): string {
  if (typeof content === 'string') return content;
  return (content as readonly { readonly text?: string }[])
    .map((block) => block.text ?? JSON.stringify(block))
    .join('\n');
}

/** The turn that follows after `done` tool results; the script's last is said again. */
export function turnAfter(turns: readonly Turn[], done: number): Turn {
  const turn = turns[Math.min(done, turns.length - 1)];
  if (turn === undefined) throw new Error('A script needs a turn');
  return turn;
}
