import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { systemTimers, type Timers } from '../../process/timers.ts';
import { isJsonObject } from '../connection/is-json-object.ts';
import { openServersFile } from '../servers-file.ts';
import { withLock } from '../with-lock.ts';
import { REFRESH_MS } from './refresh-ms.ts';

/** What is kept of a sign-in. */
export interface SignIn {
  /** What the authorization server knows us as. */
  readonly client?: OAuthClientInformationMixed | undefined;
  readonly tokens?: OAuthTokens | undefined;
  /** When the access token ends, in milliseconds since 1970; undefined where the server did not say. */
  readonly expiresAt?: number | undefined;
  /** Where the server describes who may sign users in, if it said so. */
  readonly resourceMetadataUrl?: string | undefined;
  /** The scope that the server has demanded since. The next sign-in asks for it. */
  readonly demandedScope?: string | undefined;
}

/** Sign-ins by key, for several processes at a time. Messages of errors hold nothing of them. */
export interface TokenFile {
  read(key: string): Promise<SignIn>;
  /** Writes what `change` makes of an entry as it is now; an empty one is taken out. */
  update(key: string, change: (now: SignIn) => SignIn): Promise<void>;
  /** Does something while no other process does so with the same key. */
  locked<T>(key: string, run: () => Promise<T>): Promise<T>;
  /** The tokens of all entries, by key. */
  signedIn(): Promise<ReadonlyMap<string, OAuthTokens | undefined>>;
}

/** In the home folder. */
export const TOKEN_FILE = 'oauth.json';
/** A lock is held for as long as an authorization server takes to answer. */
const HELD = { staleMs: REFRESH_MS + 10_000, waitMs: REFRESH_MS + 20_000 };

/** `oauth.json` in the home folder: mode 0600, each write a new file in the old one's place. */
export function openTokenFile(home: string, timers: Timers = systemTimers): TokenFile {
  const file = path.join(home, TOKEN_FILE);
  const entries = openServersFile<SignIn>({ file, timers, again: 'sign in', isEntry: isJsonObject });
  return {
    read: async (key) => ownEntry(await entries.read(), key),
    async update(key, change) {
      await entries.update((now) => {
        const next = change(ownEntry(now, key));
        const { [key]: _, ...others } = now;
        const isEmpty = [next.client, next.tokens, next.demandedScope].every((part) => part === undefined);
        return isEmpty ? others : { ...others, [key]: next };
      });
    },
    async locked(key, run) {
      await mkdir(home, { recursive: true, mode: 0o700 });
      const name = createHash('sha256').update(key).digest('hex').slice(0, 16);
      return withLock(`${file}.${name}.lock`, timers, run, HELD);
    },
    signedIn: async () => new Map(Object.entries(await entries.read()).map(([key, { tokens }]) => [key, tokens])),
  };
}

const ownEntry = (entries: Readonly<Record<string, SignIn>>, key: string): SignIn =>
  (Object.hasOwn(entries, key) ? entries[key] : undefined) ?? {};
