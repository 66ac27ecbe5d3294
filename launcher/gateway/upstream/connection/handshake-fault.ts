import { MCPConnectionError } from '../../config/server-errors.ts';
import { withStderr } from '../../event-fault.ts';

/** Max characters of a server's own words in a message. */
const MAX_CHARACTERS = 300;

interface Handshake {
  readonly server: string;
  /** Method of the request that should have started the session. */
  readonly asked: string;
  /** Reason why the transport had ended by then. */
  readonly ending: string | undefined;
  /** End of its process's stderr. */
  readonly stderr: string;
  /** Removes the configuration's secrets from the server's words. */
  redact(text: string): string;
}

/** Converts the failure of the first request to a connection error. */
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
    { server },
  );
}

function whatCame(error: unknown, asked: string, redact: (text: string) => string): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  const words = redact(typeof message === 'string' ? message : '').slice(0, MAX_CHARACTERS);
  if (typeof code === 'number') return `it answered ${JSON.stringify(asked)} with error ${code}: ${words}`;
  if (words.startsWith("Server's protocol version")) return words;
  return `its answer to ${JSON.stringify(asked)} is none of MCP`;
}
