import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Use {
  /** Requests under way, their answers not yet handed to the operating system. */
  busy: number;
  /** Bytes read when the last answer was sent. */
  read: number;
  /** When it was opened, until its first answer is sent. */
  unusedSince: number | undefined;
}

/** How long a new connection may take to send the first byte of its request, in milliseconds. */
const FIRST_BYTE_MS = 1_000;

/**
 * Has `server.closeIdleConnections()`, which `server.close()` calls, end connections in order. Node's own takes one for
 * idle whose answer is written but not yet sent: a large one is cut.
 */
export function endIdleInOrder(server: Server): void {
  const uses = new Map<Socket, Use>();
  server.on('connection', (socket: Socket) => {
    uses.set(socket, { busy: 0, read: 0, unusedSince: performance.now() });
    socket.once('close', () => uses.delete(socket));
  });
  // Before the handler, so that it is known by the time of its answer.
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
      // Bytes that came since are a request's beginning, and those of a new connection may be on their way.
      const isQuiet = busy === 0 && socket.writableLength === 0 && socket.bytesRead === read;
      if (isQuiet && (unusedSince === undefined || now - unusedSince >= FIRST_BYTE_MS)) socket.destroySoon();
    }
  };
}
