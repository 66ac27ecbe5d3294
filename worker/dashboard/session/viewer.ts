import type { Principal } from '../../../src/teams/keys/principal.ts';

/** True for those who may read the audit trail. */
export const seesAudit = ({ principal: { kind, scopes } }: Viewer): boolean => kind !== 'local' && scopes.has('admin');

/** The user viewing a page, and the token for their forms. */
export interface Viewer {
  readonly principal: Principal;
  /** The key's name, or a substitute. */
  readonly name: string;
  /** The team's name; undefined if there is none, e.g. for the administrator. */
  readonly teamName: string | undefined;
  readonly formToken: string;
  /** True for those who manage keys: the administrator, and keys with scope `admin` or `keys`. */
  readonly manages: boolean;
  /** True if the viewer has a session, and can end it. */
  readonly signedIn: boolean;
}
