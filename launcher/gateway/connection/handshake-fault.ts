import { redactSecrets } from '../../../src/artifacts/redact-secrets.ts';
import { MCPConnectionError } from '../errors.ts';

/** Characters of a server's own words that a message takes. */
const MOST_CHARACTERS = 300;

/** Why `initialize` came to nothing, as a fault of the connection. `ending`: why the transport had ended by then. */
export function toHandshakeFault(server: string, error: unknown, ending: string | undefined): MCPConnectionError {
  if (error instanceof MCPConnectionError) return error;
  const cannot = `cannot connect to server ${JSON.stringify(server)}`;
  if (ending !== undefined) return new MCPConnectionError('closed', `${cannot}: ${ending}`, { server });
  return new MCPConnectionError('handshake_failed', `${cannot}: ${whatCame(error)}`, { server });
}

function whatCame(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  const words = redactSecrets(typeof message === 'string' ? message : '').slice(0, MOST_CHARACTERS);
  // The SDK puts this before the server's words.
  const told = words.replace(/^MCP error -?\d+: /, '');
  if (typeof code === 'number') return `it answered "initialize" with error ${code}: ${told}`;
  if (told.startsWith("Server's protocol version")) return told;
  return 'its answer to "initialize" is none of MCP';
}
