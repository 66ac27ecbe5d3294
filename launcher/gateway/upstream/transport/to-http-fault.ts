import { shellWord } from '../../../platform/text/shell-word.ts';
import { ProxyError } from '../../../platform/web/proxies.ts';
import { type ConnectionFault, MCPConnectionError } from '../../config/server-errors.ts';
import { SAID_MARK } from '../../event-fault.ts';
import { errorWordsOf } from './error-body.ts';
import { HttpRefusal, UnexpectedContent } from './http-requests.ts';

interface HttpFaultContext {
  readonly server: string;
  readonly url: URL;
  /** True if the configuration sets an Authorization header. */
  readonly ownAuthorization: boolean;
  /** True if the server has forgotten the session. */
  readonly sessionGone: boolean;
  /** Removes secrets from the server's words. */
  redact(text: string): string;
}

/** Error codes of Node's fetch for a connection that was never established. */
const NOT_CONNECTED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|CERT_\w+|ERR_TLS_\w+|DEPTH_ZERO\w+|SELF_SIGNED\w+|UNABLE_TO\w+)$/;

/**
 * Converts a failed exchange to an error with the origin, status and system code. The server's own words follow a mark,
 * so that events can omit them. Fetch's messages are not used, since a path or query may contain a key.
 */
export function toHttpFault(error: unknown, context: HttpFaultContext): MCPConnectionError {
  if (error instanceof MCPConnectionError) return error;
  const { server, url, sessionGone, redact } = context;
  const { status, body = '' } = error instanceof HttpRefusal ? error : {};
  const make = (code: ConnectionFault, what: string, sent: boolean): MCPConnectionError =>
    new MCPConnectionError(code, `cannot use server ${JSON.stringify(server)} at ${url.origin}: ${what}`, {
      server,
      sent,
    });
  const words = errorWordsOf(body, redact);
  const said = words === '' ? '' : `${SAID_MARK}${words}`;
  if (sessionGone) return make('closed', `HTTP ${status}, its session has ended`, false);
  const isRefused = status === 401 || status === 403;
  if (isRefused) return make('unauthorized', `HTTP ${status}, ${whatToDo(context)}${said}`, false);
  if (status !== undefined && status >= 300 && status < 400) {
    return make('http_error', `HTTP ${status}, a redirect to another origin or method is not followed`, false);
  }
  // A status below 500 means that the server did not process the message.
  if (status !== undefined) return make('http_error', `HTTP ${status}${said}`, status >= 500);
  const proxy = chainOf(error).find((one) => one instanceof ProxyError);
  if (proxy !== undefined) return make('unreachable', proxy.message, false);
  const code = systemCode(error);
  if (error instanceof UnexpectedContent) return make('http_error', 'expected JSON or an event stream', true);
  // The answer arrived completely.
  if (isUnreadable(error)) return make('http_error', 'its answer is not JSON-RPC', true);
  if (code !== undefined && NOT_CONNECTED.test(code)) return make('unreachable', code, false);
  if (chainOf(error).some(({ message }) => /\(Connect\)|dns error|^bad port$/.test(message)))
    return make('unreachable', 'the connection failed', false);
  return make('closed', code ?? 'the connection broke', true);
}

/** Error for a call that needs a scope which the user has not granted. */
export function scopeFault(server: string, url: URL, scope: string): MCPConnectionError {
  const why = `it requires the scope ${JSON.stringify(scope)}, run: mcp-pruner mcp auth ${shellWord(server)}`;
  const message = `cannot use server ${JSON.stringify(server)} at ${url.origin}: ${why}`;
  return new MCPConnectionError('unauthorized', message, { server });
}

function whatToDo({ server, ownAuthorization }: HttpFaultContext): string {
  return ownAuthorization
    ? `check "headers" of mcpServers[${JSON.stringify(server)}]`
    : `run: mcp-pruner mcp auth ${shellWord(server)}`;
}

/** True if the answer is not JSON-RPC. */
const isUnreadable = (error: unknown): boolean => error instanceof SyntaxError;

function systemCode(error: unknown): string | undefined {
  const codes = chainOf(error).map((one) => (one as NodeJS.ErrnoException).code);
  return codes.find((code) => typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code));
}

/** Returns an error and its causes, because Node puts a system code there, and Deno a text. */
const chainOf = (error: unknown): readonly Error[] => (error instanceof Error ? [error, ...chainOf(error.cause)] : []);
