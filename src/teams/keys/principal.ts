import type { Scope } from './scope.ts';

/** The authenticated sender of a request. */
export interface Principal {
  /**
   * `root` holds the administrator's secret and may do everything. `key` is a team's key. `local` is any caller of a
   * worker without keys, which answers on loopback only; it may do everything but manage teams and keys.
   */
  readonly kind: 'root' | 'key' | 'local';
  /** The team's id, which owns everything stored. `root` and `local` are teams of their own. */
  readonly team: string;
  /** The key's id; `root` or `local` if there is none. */
  readonly key: string;
  /** Keys of one owner are of one person or machine. `root` or `local` if there is no key. */
  readonly owner: string;
  readonly scopes: ReadonlySet<Scope>;
  /** Max body bytes, if the key has its own limit. */
  readonly maxBodyBytes: number | null;
  /** Max requests per minute, if the key has its own limit. */
  readonly ratePerMinute: number | null;
  /** Max input bytes per month for the team, and bytes known to be used this month; null: no limit. */
  readonly quota: { readonly limit: number; readonly used: number } | null;
}
