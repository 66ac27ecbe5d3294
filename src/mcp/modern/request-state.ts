import { sha256 } from '../../base/sha256.ts';

/** Opaque state that a server gives to a client, and gets back when the client returns with more input. */
export interface RequestState {
  /** Key of the data that the server keeps for this state. */
  readonly id: string;
  /** Digest of the request that it belongs to; the state is invalid for any other. */
  readonly request: string;
  /** Expiry, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Signs states, and verifies that a state is its own. */
export type RequestStates = ReturnType<typeof createRequestStates>;

/** Max characters of a state; ours are never longer. */
const MAX_CHARS = 1024;
const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const;

/**
 * Signs with its own key (HMAC-SHA-256). The key lives as long as the process, like the data that states refer to. A
 * client may be hostile, so a modified state must be refused (MCP 2026-07-28, "Multi Round-Trip Requests").
 */
export function createRequestStates(now: () => number) {
  let made: Promise<CryptoKey> | undefined;
  const key = (): Promise<CryptoKey> => {
    made ??= crypto.subtle.generateKey(HMAC, false, ['sign', 'verify']) as Promise<CryptoKey>;
    return made;
  };
  return {
    async sign(state: RequestState): Promise<string> {
      const payload = new TextEncoder().encode(JSON.stringify(state));
      return `${toBase64Url(payload)}.${toBase64Url(new Uint8Array(await crypto.subtle.sign(HMAC.name, await key(), payload)))}`;
    },
    /** Undefined if the text was not signed here, or the state has expired. */
    async verify(text: string): Promise<RequestState | undefined> {
      const [, payload, signature] = text.length <= MAX_CHARS ? (/^([\w-]+)\.([\w-]+)$/.exec(text) ?? []) : [];
      if (payload === undefined || signature === undefined) return undefined;
      const bytes = fromBase64Url(payload);
      if (!(await crypto.subtle.verify(HMAC.name, await key(), fromBase64Url(signature), bytes))) return undefined;
      const state = JSON.parse(new TextDecoder().decode(bytes)) as RequestState;
      return now() < state.expiresAt ? state : undefined;
    },
  };
}

/** Digests what a client must resend unchanged. */
export const digestOf = async (text: string): Promise<string> => toBase64Url(await sha256(text));

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  try {
    const units = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(units, (unit) => unit.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
