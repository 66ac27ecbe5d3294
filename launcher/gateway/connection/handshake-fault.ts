import { MCPConnectionError } from '../errors.ts';
import { withStderr } from '../event-fault.ts';

/** Characters of a server's own words that a message takes. */
const MAX_CHARACTERS = 300;

interface Handshake {
  readonly server: string;
  /** The request that was to begin it. */
  readonly asked: string;
  /** Why the transport had ended by then. */
  readonly ending: string | undefined;
  /** The end of its process's stderr. */
  readonly stderr: string;
  /** Takes the configuration's values out of the server's words. */
  redact(text: string): string;
}

/** Why the first request came to nothing, as a fault of the connection. */
export function toHandshakeFault(
  error: unknown,
  { server, asked, ending, stderr, redact }: Handshake,
): MCPConnectionError {
  if (error instanceof MCPConnectionError) return error;
  const cannot = `cannot connect to server ${JSON.stringify(server)}`;
  if (ending !== undefined) return new MCPConnectionError('closed', `${cannot}: ${ending}`, { server });
  return new MCPConnectionError(
    'handshake_failed',
    `${cannot}: ${withStderr(whatCame(error, asked, redact), stderr)}`,
    {
      server,
    },
  );
}

function whatCame(error: unknown, asked: string, redact: (text: string) => string): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  const words = redact(typeof message === 'string' ? message : '').slice(0, MAX_CHARACTERS);
  if (typeof code === 'number') return `it answered ${JSON.stringify(asked)} with error ${code}: ${words}`;
  if (words.startsWith("Server's protocol version")) return words;
  return `its answer to ${JSON.stringify(asked)} is none of MCP`;
}
