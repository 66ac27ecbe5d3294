import type { Principal } from '../../../src/access/principal.ts';

/** Who looks at a page, and what their forms carry. */
export interface Viewer {
  readonly principal: Principal;
  /** The key's name, or what stands for it. */
  readonly name: string;
  /** The team's name; undefined where there is none, as for the administrator. */
  readonly teamName: string | undefined;
  readonly formToken: string;
  /** Manages keys: the administrator, and keys with scope `admin` for their team. */
  readonly manages: boolean;
  /** Sees what agents have put aside: whoever has the scope `context`. */
  readonly seesContext: boolean;
  /** Came with a session, and can end it. */
  readonly signedIn: boolean;
}
