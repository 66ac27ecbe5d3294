import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { OAuthConfig } from '../config/oauth-config.ts';
import type { TokenFile } from './token-file.ts';

export interface ServerSignInOptions {
  /** The server, by its name in the configuration. */
  readonly server: string;
  /** Expanded. */
  readonly url: string;
  /** Expanded. */
  readonly oauth?: OAuthConfig | undefined;
  readonly tokens: TokenFile;
  readonly fetch?: FetchLike | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}
