import type { JsonObject } from '../../../src/base/json/json-object.ts';

/** A server entry in a JSON file's object of servers. */
export interface JsonPart {
  readonly kind: 'json';
  readonly key: string;
  readonly name: string;
  readonly server: JsonObject;
  /** Other keys that a newly created file gets. */
  readonly newFile: JsonObject;
  /** True if the server of that name is this program, so that it may be changed and removed. */
  readonly isOurs: (raw: unknown) => boolean;
}

/** A server table in a TOML file. */
export type TomlPart = Omit<JsonPart, 'kind' | 'newFile'> & { readonly kind: 'toml' };

/** Text between markers, in a file whose format is otherwise unknown. */
export interface BlockPart {
  readonly kind: 'block';
  readonly text: string;
  /** Text that a newly created file begins with. */
  readonly head: string;
}

/** Tables between markers, in a TOML file. */
export interface RulesPart {
  readonly kind: 'rules';
  readonly text: string;
}

/** An item of a list in a JSON file, among items of others. */
export interface ItemPart {
  readonly kind: 'item';
  /** Keys down to the list. */
  readonly path: readonly string[];
  /** Distinguishes it from other items of ours in the list. */
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
  /** A key of the file that requires the value. The value stays as long as this key exists. */
  readonly neededBy?: string | undefined;
}

/** Tables that a host adds to its TOML file because of us, for example to record that the user trusts our hook. */
export interface TablesPart {
  readonly kind: 'tables';
  /** Keys down to the table that contains them. */
  readonly path: readonly string[];
  readonly isOurs: (name: string, raw: unknown) => boolean;
}

/** Our part of a file that belongs to another program or to the user. */
export type FilePart = JsonPart | TomlPart | BlockPart | RulesPart | ItemPart | ValuePart;

export type Edited = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly why: string };

export const refused = (why: string): Edited => ({ ok: false, why });

/** True if both parts are the same place in a file. */
export const samePlace = (a: FilePart, b: FilePart): boolean => placeOf(a) === placeOf(b);

export function placeOf(part: FilePart): string {
  if (part.kind === 'block' || part.kind === 'rules') return part.kind;
  if (part.kind === 'value') return JSON.stringify([part.kind, ...part.path]);
  return JSON.stringify(part.kind === 'item' ? [part.kind, ...part.path, part.name] : [part.kind, part.key, part.name]);
}
