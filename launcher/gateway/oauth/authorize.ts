import { auth } from '@modelcontextprotocol/sdk/client/auth.js';
import type { AuthorizationServerMetadata } from '@modelcontextprotocol/sdk/shared/auth.js';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { systemTimers, type Timers } from '../../process/timers.ts';
import type { OAuthConfig } from '../config/oauth-config.ts';
import type { JsonObject } from '../connection/server-connection.ts';
import { MCPConnectionError } from '../errors.ts';
import { type CallbackAnswer, type LoopbackCallback, listenForCallback } from './loopback-callback.ts';
import { createOAuthProvider } from './oauth-provider.ts';
import { probeChallenge } from './probe-challenge.ts';
import { signInKey } from './sign-in-key.ts';
import { toSignInFault } from './to-sign-in-fault.ts';
import type { TokenFile } from './token-file.ts';

/** Milliseconds that one answer may take. */
const ANSWER_MS = 30_000;

export interface AuthorizeOptions {
  readonly server: string;
  /** Expanded. */
  readonly url: string;
  /** Of the configuration, expanded: sent to the server alone. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Of the configuration, expanded. */
  readonly oauth?: OAuthConfig | undefined;
  readonly tokens: TokenFile;
  /** Gets the address that the user has to open. */
  readonly onUrl: (url: URL) => void;
  readonly stop: AbortSignal;
  readonly fetch?: FetchLike;
  readonly timers?: Timers;
}

/**
 * Signs a user in to a server: discovers who may say yes, shows the user where, waits on loopback and stores the tokens.
 * `not_needed`: the server asks for none. Throws `MCPConnectionError`; its message holds no code, token or secret.
 */
export async function authorize(options: AuthorizeOptions): Promise<'signed_in' | 'not_needed'> {
  const { server, url, headers = {}, oauth, tokens, onUrl, stop, timers = systemTimers } = options;
  const fetchFn = bounded(options.fetch ?? fetch, stop);
  const challenge = await probeChallenge({ server, url, headers, fetch: fetchFn });
  if (challenge === undefined) return 'not_needed';
  const port = oauth?.callbackPort;
  const callback = await listen(options, port, timers);
  try {
    let waiting: Promise<CallbackAnswer> | undefined;
    const onRedirect = (address: URL): void => {
      waiting = callback.answer(address.searchParams.get('state') ?? '', stop);
      onUrl(address);
    };
    const provider = createOAuthProvider({
      server,
      url,
      oauth,
      tokens,
      redirectUrl: callback.redirectUrl,
      onRedirect,
      renew: true,
    });
    const scope = await scopeOf(options, challenge.scope);
    const signIn = async (more: { readonly authorizationCode?: string }): Promise<void> => {
      await auth(provider, { serverUrl: url, fetchFn, ...challenge, ...(scope && { scope }), ...more });
    };
    await signIn({});
    const state = await provider.discoveryState?.();
    const code = toCode(options, await waiting, state?.authorizationServerMetadata);
    await signIn({ authorizationCode: code });
    return 'signed_in';
  } catch (error) {
    throw toSignInFault(error, server, url);
  } finally {
    callback.close();
  }
}

async function listen(options: AuthorizeOptions, port: number | undefined, timers: Timers): Promise<LoopbackCallback> {
  if (port === undefined) return listenForCallback({ wished: await rememberedPort(options), timers });
  try {
    return await listenForCallback({ port, timers });
  } catch {
    const message = `cannot sign in to server ${JSON.stringify(options.server)}: port ${port} of 127.0.0.1, its oauth.callbackPort, is taken`;
    throw new MCPConnectionError('unauthorized', message, { server: options.server });
  }
}

/**
 * What is asked for: the configured scopes, else what the server demands of everybody; and what it has demanded of the
 * last sign-in for a call (MCP 2025-11-25, "Scope Selection Strategy" and "Step-Up Authorization Flow").
 */
async function scopeOf(
  { server, url, oauth, tokens }: AuthorizeOptions,
  challenged: string | undefined,
): Promise<string | undefined> {
  const { demandedScope, tokens: had } = await tokens.read(signInKey(server, url, oauth?.clientId));
  const configured = oauth?.scopes?.join(' ');
  // New tokens take the place of the old ones, so what those were for is asked for again.
  const granted = demandedScope === undefined ? undefined : had?.scope;
  const all = [configured, granted, demandedScope].filter((scope) => scope !== undefined && scope !== '');
  return all.length === 0 ? challenged : [...new Set(all.join(' ').split(' '))].join(' ');
}

function bounded(base: FetchLike, stop: AbortSignal): FetchLike {
  return (target, init) => base(target, { ...init, signal: AbortSignal.any([stop, AbortSignal.timeout(ANSWER_MS)]) });
}

function toCode(
  { server }: AuthorizeOptions,
  answer: CallbackAnswer | undefined,
  metadata: AuthorizationServerMetadata | undefined,
): string {
  const refuse = (code: 'unauthorized' | 'timeout', why: string): MCPConnectionError =>
    new MCPConnectionError(code, `cannot sign in to server ${JSON.stringify(server)}: ${why}`, { server });
  if (answer?.kind === 'code') {
    if (isFrom(answer.iss, metadata)) return answer.code;
    throw refuse('unauthorized', 'the answer is from another authorization server than was asked');
  }
  if (answer?.kind === 'refused') throw refuse('unauthorized', answer.error);
  throw refuse('timeout', answer?.kind === 'stopped' ? 'it was interrupted' : 'nobody came back from its page');
}

/** One authorization server must not pass for another (RFC 9207, section 2.4). */
function isFrom(iss: string | undefined, metadata: AuthorizationServerMetadata | undefined): boolean {
  if (metadata === undefined) return true;
  const { issuer, authorization_response_iss_parameter_supported: says } = metadata as JsonObject;
  return iss === undefined ? says !== true : iss === issuer;
}

/** Some servers take back to the very address alone that was registered. */
async function rememberedPort({ server, url, oauth, tokens }: AuthorizeOptions): Promise<number> {
  const { client } = await tokens.read(signInKey(server, url, oauth?.clientId)).catch(() => ({ client: undefined }));
  const address = client !== undefined && 'redirect_uris' in client ? client.redirect_uris[0] : undefined;
  return address === undefined || !URL.canParse(address) ? 0 : Number(new URL(address).port);
}
