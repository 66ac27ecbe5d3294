import { OAuthError } from '@modelcontextprotocol/sdk/server/auth/errors.js';
import { redactSecrets } from '../../../src/artifacts/redact-secrets.ts';
import { MCPConnectionError } from '../errors.ts';

/**
 * What a failed sign-in means. Of the SDK's errors only codes and the server's own description of them are told: its other
 * texts hold whole answers.
 */
export function toSignInFault(error: unknown, server: string, url: string): MCPConnectionError {
  if (error instanceof MCPConnectionError) return error;
  const make = (code: MCPConnectionError['code'], why: string): MCPConnectionError =>
    new MCPConnectionError(
      code,
      `cannot sign in to server ${JSON.stringify(server)} at ${new URL(url).origin}: ${why}`,
      {
        server,
      },
    );
  if (error instanceof OAuthError) {
    const said = redactSecrets(error.message).slice(0, 200);
    // Where the answer was no OAuth error, the SDK's message is the whole of it.
    return make(
      'unauthorized',
      error.errorCode === 'server_error' || said === '' ? error.errorCode : `${error.errorCode}, ${said}`,
    );
  }
  const errno = systemCode(error);
  // What fetch itself throws; not on every runtime with a code.
  if (errno !== undefined || error instanceof TypeError)
    return make('unreachable', errno ?? 'it cannot be connected to');
  if (error instanceof Error && /^(Abort|Timeout)Error$/.test(error.name))
    return make('timeout', 'it took too long, or was interrupted');
  return make('unauthorized', knownWhy(error) ?? 'its answers are none of OAuth');
}

/** The SDK's own words for what a server lacks: they hold nothing that it said. */
function knownWhy(error: unknown): string | undefined {
  const message = error instanceof Error ? error.message : '';
  if (message.startsWith('Incompatible auth server: ')) {
    return `its authorization server ${message.slice('Incompatible auth server: '.length)}`;
  }
  // What it knew us as was just thrown away, as it asked.
  if (message.startsWith('Existing OAuth client')) return 'its authorization server has forgotten us; sign in again';
  return message.startsWith('Protected resource ') ? 'it says that it is another server' : undefined;
}

function systemCode(error: unknown): string | undefined {
  for (let one = error; one instanceof Error; one = one.cause) {
    const { code } = one as NodeJS.ErrnoException;
    if (typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code)) return code;
  }
  return undefined;
}
