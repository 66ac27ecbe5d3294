/** What a server hands to a client that is to come back with more, and finds again then. */
export interface RequestState {
  /** Names what the server keeps. */
  readonly id: string;
  /** Of the request that it belongs to: it is of no use with another. */
  readonly request: string;
  /** Milliseconds since 1970; from then on it is of no use. */
  readonly expiresAt: number;
}

/** Signs states, and tells those of its own from others. */
export interface RequestStates {
  sign(state: RequestState): Promise<string>;
  /** Undefined for a text that it has not signed, and for a state that has expired. */
  verify(text: string): Promise<RequestState | undefined>;
}

/** Characters of a state: a longer one is none of ours. */
const MAX_CHARS = 1024;
const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const;

/**
 * Signs with a key of its own (HMAC-SHA-256), which ends with the process: what a state names does, too. MCP 2026-07-28,
 * "Multi Round-Trip Requests": a client may be hostile, so that a state that was changed must be refused.
 */
export function createRequestStates(now: () => number): RequestStates {
  let made: Promise<CryptoKey> | undefined;
  const key = (): Promise<CryptoKey> => {
    made ??= crypto.subtle.generateKey(HMAC, false, ['sign', 'verify']) as Promise<CryptoKey>;
    return made;
  };
  return {
    async sign(state) {
      const payload = new TextEncoder().encode(JSON.stringify(state));
      return `${toBase64Url(payload)}.${toBase64Url(new Uint8Array(await crypto.subtle.sign(HMAC.name, await key(), payload)))}`;
    },
    async verify(text) {
      const [, payload, signature] = text.length <= MAX_CHARS ? (/^([\w-]+)\.([\w-]+)$/.exec(text) ?? []) : [];
      if (payload === undefined || signature === undefined) return undefined;
      const bytes = fromBase64Url(payload);
      if (!(await crypto.subtle.verify(HMAC.name, await key(), fromBase64Url(signature), bytes))) return undefined;
      const state = JSON.parse(new TextDecoder().decode(bytes)) as RequestState;
      return now() < state.expiresAt ? state : undefined;
    },
  };
}

/** A digest of what a client must send again unchanged. */
export async function digestOf(text: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}

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
