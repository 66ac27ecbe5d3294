/** A configuration value that can be written as TOML. */
export type TomlSource = string | readonly string[] | { readonly [key: string]: TomlSource };

const BARE_KEY = /^[A-Za-z0-9_-]+$/;

/** True if a key needs no quotes. */
export const isBareKey = (key: string): boolean => BARE_KEY.test(key);

/** Formats a value on one line as TOML 1.0: basic strings, arrays of them, inline tables. */
export function toToml(value: TomlSource): string {
  if (typeof value === 'string') return quoted(value);
  if (isList(value)) return `[${value.map(quoted).join(',')}]`;
  const entries = Object.entries(value).map(([key, inner]) => `${isBareKey(key) ? key : quoted(key)}=${toToml(inner)}`);
  return `{${entries.join(',')}}`;
}

// `Array.isArray` does not narrow a readonly array in a union.
const isList = (value: TomlSource): value is readonly string[] => Array.isArray(value);

/** Quotes a string as JSON does. TOML also forbids a raw U+007F, and unpaired surrogates in any form. */
function quoted(text: string): string {
  return JSON.stringify(text.replaceAll(/\p{Surrogate}/gu, '\ufffd')).replaceAll(
    /[\u007f-\u009f]/g,
    (control) => `\\u00${control.charCodeAt(0).toString(16)}`,
  );
}
