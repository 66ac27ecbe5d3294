import { shellWord } from '../../text/shell-word.ts';
import { type ConnectionFault, MCPConnectionError } from '../errors.ts';
import { SAID_MARK } from '../event-fault.ts';
import { wordsOf } from './error-body.ts';

interface HttpFaultContext {
  readonly server: string;
  readonly url: URL;
  /** Whether the configuration has an Authorization header. */
  readonly ownAuthorization: boolean;
  /** True if the server has forgotten the session. */
  readonly sessionGone: boolean;
  /** The last status of the server itself, where it was 401 or 403. */
  readonly refused: number | undefined;
  /** The body of the error status: it may hold anything. */
  readonly body: string;
  /** Takes secrets out of the server's words. */
  redact(text: string): string;
}

/** Codes of Node's fetch for a connection that never came to be. */
const NOT_CONNECTED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|CERT_\w+|ERR_TLS_\w+|DEPTH_ZERO\w+|SELF_SIGNED\w+|UNABLE_TO\w+)$/;

/**
 * What a failed exchange means: origin, status, system codes, and the server's own words behind a mark, so that events can
 * leave them out. The SDK's texts are not told, since a path or query may be a key.
 */
export function toHttpFault(error: unknown, context: HttpFaultContext): MCPConnectionError {
  if (error instanceof MCPConnectionError) return error;
  const { server, url, sessionGone, refused, body, redact } = context;
  const make = (code: ConnectionFault, what: string, sent: boolean): MCPConnectionError =>
    new MCPConnectionError(code, `cannot use server ${JSON.stringify(server)} at ${url.origin}: ${what}`, {
      server,
      sent,
    });
  const words = wordsOf(body, redact);
  const said = words === '' ? '' : `${SAID_MARK}${words}`;
  const status = statusOf(error) ?? refused;
  if (status === 401 || status === 403 || isUnauthorized(error)) {
    return make('unauthorized', `HTTP ${status ?? 401}, ${whatToDo(context)}${said}`, false);
  }
  if (sessionGone) return make('closed', `HTTP ${status}, its session has ended`, false);
  if (status !== undefined && status >= 300 && status < 400) {
    return make('http_error', `HTTP ${status}, a redirect to another origin or method is not followed`, false);
  }
  // Below 500 a server says that it did not take the message.
  if (status !== undefined && status > 0) return make('http_error', `HTTP ${status}${said}`, status >= 500);
  if (status === -1) return make('http_error', 'it answers neither with JSON nor with an event stream', true);
  // It came whole.
  if (isUnreadable(error)) return make('http_error', 'what it answers is no JSON-RPC', true);
  const code = systemCode(error);
  if (code !== undefined && NOT_CONNECTED.test(code)) return make('unreachable', code, false);
  if (chainOf(error).some(({ message }) => /\(Connect\)|dns error/.test(message)))
    return make('unreachable', 'it cannot be connected to', false);
  return make('closed', code ?? 'the connection broke', true);
}

/** A call needs a scope that the user has not said yes to. */
export function scopeFault(
  { server, url }: Pick<HttpFaultContext, 'server' | 'url'>,
  scope: string,
): MCPConnectionError {
  const why = `it demands the scope ${JSON.stringify(scope)}, run: mcp-pruner mcp auth ${shellWord(server)}`;
  const message = `cannot use server ${JSON.stringify(server)} at ${url.origin}: ${why}`;
  return new MCPConnectionError('unauthorized', message, { server });
}

function whatToDo({ server, ownAuthorization }: HttpFaultContext): string {
  return ownAuthorization
    ? `check "headers" of mcpServers[${JSON.stringify(server)}]`
    : `run: mcp-pruner mcp auth ${shellWord(server)}`;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');

/** The HTTP status that an error of the SDK's transports tells. */
export function statusOf(error: unknown): number | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code === 'number') return code;
  // The older transport tells it in its text alone.
  const told = /^Error POSTing to endpoint \(HTTP (\d{3})\)/.exec(messageOf(error));
  return told === null ? undefined : Number(told[1]);
}

const isUnauthorized = (error: unknown): boolean =>
  error instanceof Error && error.constructor.name === 'UnauthorizedError';

const isUnreadable = (error: unknown): boolean =>
  error instanceof SyntaxError || (error instanceof Error && error.name.endsWith('ZodError'));

function systemCode(error: unknown): string | undefined {
  const codes = chainOf(error).map((one) => (one as NodeJS.ErrnoException).code);
  return codes.find((code) => typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code));
}

/** An error and its causes: Node tells a system's code there, Deno a text. */
function chainOf(error: unknown): readonly Error[] {
  return error instanceof Error ? [error, ...chainOf(error.cause)] : [];
}
