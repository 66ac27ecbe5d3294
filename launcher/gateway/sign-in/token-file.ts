import path from 'node:path';
import type { StoredOAuthClientInformation, StoredOAuthTokens } from '@modelcontextprotocol/client';
import { isJsonObject } from '../../../src/base/json/json-object.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { openServersFile } from '../../platform/files/servers-file.ts';
import { withLock } from '../../platform/files/with-lock.ts';
import { sha256Hex } from '../../platform/sha256.ts';
import { systemTimers, type Timers } from '../../platform/timers.ts';

/** Stored data of a sign-in. */
export interface SignIn {
  /** Our client registration at the authorization server. */
  readonly client?: StoredOAuthClientInformation | undefined;
  readonly tokens?: StoredOAuthTokens | undefined;
  /** Expiry of the access token, in milliseconds since 1970; undefined if the server did not say. */
  readonly expiresAt?: number | undefined;
  /** URL of the server's resource metadata, if the server named it. */
  readonly resourceMetadataUrl?: string | undefined;
  /** Scope that the server has demanded since. The next sign-in requests it. */
  readonly demandedScope?: string | undefined;
}

/** Sign-ins by key, shared by several processes. Error messages contain none of their data. */
export type TokenFile = ReturnType<typeof openTokenFile>;

/** Max total time of a renewal, in milliseconds. Calls wait for it, and it holds a lock. */
export const REFRESH_MS: number = 30_000;
/** File name in the home folder. */
export const TOKEN_FILE = 'oauth.json';
/** Lock limits: a lock may be held for as long as the authorization server takes to respond. */
const HELD = { staleMs: REFRESH_MS + 10_000, waitMs: REFRESH_MS + 20_000 };

/** Opens `oauth.json` in the home folder. Mode 0600, replaced atomically by each write. */
export function openTokenFile(home: string, timers: Timers = systemTimers) {
  const file = path.join(home, TOKEN_FILE);
  const entries = openServersFile<SignIn>({ file, timers, again: 'sign in', isEntry: isJsonObject });
  return {
    read: async (key: string): Promise<SignIn> => ownEntry(await entries.read(), key),
    /** Writes the result of `change` on the current entry. An empty result removes it. */
    async update(key: string, change: (now: SignIn) => SignIn): Promise<void> {
      await entries.update((now) => {
        const next = change(ownEntry(now, key));
        const { [key]: _, ...others } = now;
        const isEmpty = [next.client, next.tokens, next.demandedScope].every((part) => part === undefined);
        return isEmpty ? others : { ...others, [key]: next };
      });
    },
    /** Removes all entries of a server in the configuration, whatever its URL. Resolves to true if there were any. */
    async forget(server: string): Promise<boolean> {
      const isOf = ([key]: readonly [string, unknown]): boolean =>
        key.startsWith(`${server} `) && /^https?:\/\/\S+ [0-9a-f]+$/.test(key.slice(server.length + 1));
      let found = false;
      await entries.update((now) => {
        found = Object.entries(now).some(isOf);
        return found ? Object.fromEntries(Object.entries(now).filter((one) => !isOf(one))) : now;
      });
      return found;
    },
    /** Runs `run` while no other process holds the lock of this key. */
    async locked<T>(key: string, run: () => Promise<T>): Promise<T> {
      makeFolder(home);
      const name = sha256Hex(key, 16);
      return withLock(`${file}.${name}.lock`, timers, run, HELD);
    },
    /** Returns the tokens of all entries, by key. */
    signedIn: async (): Promise<ReadonlyMap<string, StoredOAuthTokens | undefined>> =>
      new Map(Object.entries(await entries.read()).map(([key, { tokens }]) => [key, tokens])),
  };
}

const ownEntry = (entries: Readonly<Record<string, SignIn>>, key: string): SignIn =>
  (Object.hasOwn(entries, key) ? entries[key] : undefined) ?? {};
