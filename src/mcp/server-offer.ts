import { SCHEMA_VERSION } from './invalid-params.ts';

/** What a server says of itself. */
export interface ServerOffer {
  readonly serverInfo: { readonly name: string; readonly title: string; readonly version: string };
  readonly capabilities: Readonly<Record<string, object>>;
  readonly instructions: string;
}

/** The version of the contracts that every answer of ours keeps to, as a capability. */
export const JEEVES: { readonly schemaVersion: number } = { schemaVersion: SCHEMA_VERSION };

export function withJeeves(capabilities: ServerOffer['capabilities']): ServerOffer['capabilities'] {
  return { ...capabilities, experimental: { jeeves: JEEVES } };
}
