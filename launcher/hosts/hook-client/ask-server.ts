import { connect } from 'node:net';
import { type HookServer, MAX_HOOK_BYTES } from './hook-server.ts';

/** Time for the round trip to the server, on top of its own timeout, in milliseconds. */
const WAY_MS = 100;

export interface ServerReply {
  /** True if the server has answered. Otherwise it may not have received the request. */
  readonly isHeard: boolean;
  /** Answer as JSON; undefined if the result passes. */
  readonly answer: string | undefined;
}

/**
 * Sends a hook's input (JSON) to a server and returns its answer. The result passes if no complete answer arrives in
 * time. Rejects if no server is listening.
 */
export function askServer({ socket, token, timeoutMs }: HookServer, host: string, input: Buffer): Promise<ServerReply> {
  return new Promise((resolve, reject) => {
    const connection = connect(socket);
    const pass = (): void => settle({ isHeard: false, answer: undefined });
    const late = setTimeout(pass, timeoutMs + WAY_MS);
    let settled = false;
    const settle = (asked: ServerReply): void => {
      if (settled) return;
      settled = true;
      clearTimeout(late);
      connection.destroy();
      resolve(asked);
    };
    let answered = '';
    connection.setEncoding('utf8');
    let isThere = false;
    connection.on('connect', () => {
      isThere = true;
    });
    connection.on('error', (error) => {
      if (!isThere) reject(error);
      pass();
    });
    connection.on('close', pass);
    connection.on('data', (chunk: string) => {
      answered += chunk;
      const end = answered.indexOf('\n');
      if (end >= 0) settle(toAnswer(answered.slice(0, end)));
      else if (answered.length > MAX_HOOK_BYTES) pass();
    });
    connection.cork();
    connection.write(`{"token":${JSON.stringify(token)},"host":${JSON.stringify(host)},"input":`);
    connection.write(withoutBreaks(input));
    connection.write('}\n');
    connection.uncork();
  });
}

const [LF, CR, BLANK] = [10, 13, 32];

/** Puts JSON on one line. Line breaks can only occur between its tokens. */
function withoutBreaks(json: Buffer): Buffer {
  return json.includes(LF) || json.includes(CR)
    ? Buffer.from(json.map((byte) => (byte === LF || byte === CR ? BLANK : byte)))
    : json;
}

/** Parses the answer. Only a complete, non-empty answer changes a result. */
function toAnswer(text: string): ServerReply {
  try {
    const answer: unknown = JSON.parse(text);
    const saysMore = typeof answer === 'object' && answer !== null && Object.keys(answer).length > 0;
    return { isHeard: true, answer: saysMore ? text : undefined };
  } catch {
    return { isHeard: false, answer: undefined };
  }
}
