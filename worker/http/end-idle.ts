import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Use {
  /** In-flight requests, until their answers are handed to the operating system. */
  busy: number;
  /** Bytes read when the last answer was sent. */
  read: number;
  /** Time when it was opened; undefined after its first answer. */
  unusedSince: number | undefined;
}

/** How long a new connection may take to send its first byte, in milliseconds. */
const FIRST_BYTE_MS = 1_000;

/**
 * Replaces `server.closeIdleConnections()`, which `server.close()` calls, by a correct version. Node's own treats a
 * connection as idle once its answer is written but not yet sent, and so cuts large answers.
 */
export function endIdleInOrder(server: Server): void {
  const uses = new Map<Socket, Use>();
  server.on('connection', (socket: Socket) => {
    uses.set(socket, { busy: 0, read: 0, unusedSince: performance.now() });
    socket.once('close', () => uses.delete(socket));
  });
  // Runs before the handler, so that the request is known by the time of its answer.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const use = uses.get(request.socket);
    if (use === undefined) return;
    use.busy++;
    response.once('close', () => {
      use.busy--;
      use.read = request.socket.bytesRead;
      use.unusedSince = undefined;
    });
  });
  server.closeIdleConnections = () => {
    const now = performance.now();
    for (const [socket, { busy, read, unusedSince }] of uses) {
      // Bytes received since then are the start of a request. On a new connection the first bytes may be on their way.
      const isQuiet = busy === 0 && socket.writableLength === 0 && socket.bytesRead === read;
      if (isQuiet && (unusedSince === undefined || now - unusedSince >= FIRST_BYTE_MS)) socket.destroySoon();
    }
  };
}
