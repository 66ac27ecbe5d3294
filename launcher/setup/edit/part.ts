import type { Foreign } from '../../hosts/foreign-entry.ts';

/** A server in a JSON file's object of servers. */
export interface JsonPart {
  readonly kind: 'json';
  readonly key: string;
  readonly name: string;
  readonly server: Foreign;
  /** What a new file has beside it. */
  readonly newFile: Foreign;
  /** Whether a server of that name is this program, so that it may be changed and removed. */
  readonly isOurs: (raw: unknown) => boolean;
}

/** A server in a TOML file's table of servers. */
export type TomlPart = Omit<JsonPart, 'kind' | 'newFile'> & { readonly kind: 'toml' };

/** Words between markers, in a text of which nothing else is known. */
export interface BlockPart {
  readonly kind: 'block';
  readonly text: string;
  /** What a new file begins with. */
  readonly head: string;
}

/** What is ours in a file of somebody else's. */
export type Part = JsonPart | TomlPart | BlockPart;

export type Edited = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly why: string };

export const refused = (why: string): Edited => ({ ok: false, why });

/** Two parts that are the same place of a file. */
export function samePlace(a: Part, b: Part): boolean {
  return placeOf(a) === placeOf(b);
}

export function placeOf(part: Part): string {
  return part.kind === 'block' ? 'block' : JSON.stringify([part.kind, part.key, part.name]);
}
