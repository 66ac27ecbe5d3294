import { OAuthError } from '@modelcontextprotocol/client';
import { redactSecrets } from '../../../src/artifacts/redact-secrets.ts';
import { ProxyError } from '../../platform/web/proxies.ts';
import { type ConnectionFault, MCPConnectionError } from '../config/server-errors.ts';

export function signInFault(code: ConnectionFault, server: string, url: string, why: string): MCPConnectionError {
  const message = `cannot sign in to server ${JSON.stringify(server)} at ${new URL(url).origin}: ${why}`;
  return new MCPConnectionError(code, message, { server });
}

/**
 * Converts the error of a failed sign-in. From the SDK's errors it keeps only codes and the server's own description,
 * because other texts in them contain entire responses.
 */
export function toSignInFault(error: unknown, server: string, url: string): MCPConnectionError {
  if (error instanceof MCPConnectionError) return error;
  const make = (code: ConnectionFault, why: string): MCPConnectionError => signInFault(code, server, url, why);
  if (error instanceof ProxyError) return make('unreachable', error.message);
  if (error instanceof OAuthError) {
    const said = redactSecrets(error.message).slice(0, 200);
    // If the response was not an OAuth error, the SDK's message contains all of it.
    return make('unauthorized', error.code === 'server_error' || said === '' ? error.code : `${error.code}, ${said}`);
  }
  const errno = systemCode(error);
  // Thrown by fetch itself, on some runtimes without a code.
  if (errno !== undefined || error instanceof TypeError) return make('unreachable', errno ?? 'the connection failed');
  if (error instanceof Error && /^(Abort|Timeout)Error$/.test(error.name))
    return make('timeout', 'it took too long, or was interrupted');
  return make('unauthorized', knownWhy(error) ?? 'its answers are not OAuth');
}

/** Returns the SDK's description of a missing feature, which contains nothing from the server's response. */
function knownWhy(error: unknown): string | undefined {
  const { name, message } = error instanceof Error ? error : { name: '', message: '' };
  if (name === 'InsecureTokenEndpointError') return 'its authorization server would take the code without TLS';
  const lacks = /^Incompatible auth server: (.*)$/.exec(message)?.[1];
  return lacks && `its authorization server ${lacks}`;
}

function systemCode(error: unknown): string | undefined {
  for (let one = error; one instanceof Error; one = one.cause) {
    const { code } = one as NodeJS.ErrnoException;
    if (typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code)) return code;
  }
  return undefined;
}
