import type { Scope } from './scope.ts';

/** Who a request comes from, once that is known. */
export interface Principal {
  /**
   * `root` holds the administrator's secret of the environment and may do everything. `key` is a team's key. `local` is
   * whoever reaches a worker without keys, which answers on loopback only: everything but managing teams and keys.
   */
  readonly kind: 'root' | 'key' | 'local';
  /** The team's id: whatever is stored belongs to it. `root` and `local` are teams of their own. */
  readonly team: string;
  /** The key's id; `root` or `local` where there is none. */
  readonly key: string;
  readonly scopes: ReadonlySet<Scope>;
  /** Largest body in bytes, where the key has a bound of its own. */
  readonly maxBodyBytes: number | null;
  /** Requests a minute, where the key has a rate of its own. */
  readonly ratePerMinute: number | null;
  /** Input bytes that the team may send a month, and those known to be sent in the current one; null: no bound. */
  readonly quota: { readonly limit: number; readonly used: number } | null;
}
