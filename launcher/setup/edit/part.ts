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

/** An item of a list in a JSON file, among items of others. */
export interface ItemPart {
  readonly kind: 'item';
  /** Keys down to the list. */
  readonly path: readonly string[];
  /** Tells it from other items of ours in the list. */
  readonly name: string;
  readonly item: unknown;
  /** True if an item is this program's, so that it may be changed and removed. */
  readonly isOurs: (raw: unknown) => boolean;
}

/** A value in an object of a JSON file, among those of others. */
export interface ValuePart {
  readonly kind: 'value';
  /** Keys down to the value. */
  readonly path: readonly string[];
  readonly value: unknown;
  /** True if a value is this program's, so that it may be changed and removed. */
  readonly isOurs: (raw: unknown) => boolean;
  /** A key of the file that is nothing without the value, which stays as long as the key does. */
  readonly neededBy?: string | undefined;
}

/** Tables that a host puts into its TOML file because of us, such as that it was told to trust our hook. */
export interface TablesPart {
  readonly kind: 'tables';
  /** Keys down to the table that holds them. */
  readonly path: readonly string[];
  readonly isOurs: (name: string, raw: unknown) => boolean;
}

/** What is ours in a file of somebody else's. */
export type Part = JsonPart | TomlPart | BlockPart | ItemPart | ValuePart;

export type Edited = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly why: string };

export const refused = (why: string): Edited => ({ ok: false, why });

/** Two parts that are the same place of a file. */
export function samePlace(a: Part, b: Part): boolean {
  return placeOf(a) === placeOf(b);
}

export function placeOf(part: Part): string {
  if (part.kind === 'block') return 'block';
  if (part.kind === 'value') return JSON.stringify([part.kind, ...part.path]);
  return JSON.stringify(part.kind === 'item' ? [part.kind, ...part.path, part.name] : [part.kind, part.key, part.name]);
}
