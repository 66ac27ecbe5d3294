import { SCHEMA_VERSION } from './invalid-params.ts';

/** Self-description of a server. */
export interface ServerOffer {
  readonly serverInfo: { readonly name: string; readonly title: string; readonly version: string };
  readonly capabilities: Readonly<Record<string, object>>;
  /** Empty if there are none. */
  readonly instructions: string;
}

/** Version of our contracts, announced as a capability. */
export const JEEVES: { readonly schemaVersion: number } = { schemaVersion: SCHEMA_VERSION };

export function withJeeves(capabilities: ServerOffer['capabilities']): ServerOffer['capabilities'] {
  return { ...capabilities, experimental: { jeeves: JEEVES } };
}
