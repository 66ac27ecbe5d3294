/** What a value of a configuration may be. */
export type TomlSource = string | readonly string[] | { readonly [key: string]: TomlSource };

const BARE_KEY = /^[A-Za-z0-9_-]+$/;

/** Whether a key may stand without quotes. */
export const isBareKey = (key: string): boolean => BARE_KEY.test(key);

/** A value on one line, as TOML 1.0 has it: basic strings, arrays of them, inline tables. */
export function toToml(value: TomlSource): string {
  if (typeof value === 'string') return quoted(value);
  if (isList(value)) return `[${value.map(quoted).join(',')}]`;
  const entries = Object.entries(value).map(([key, inner]) => `${isBareKey(key) ? key : quoted(key)}=${toToml(inner)}`);
  return `{${entries.join(',')}}`;
}

// `Array.isArray` does not tell a readonly array from the rest of a union.
const isList = (value: TomlSource): value is readonly string[] => Array.isArray(value);

/** JSON's strings, but for what TOML forbids there: U+007F as it stands, and halves of surrogate pairs in any form. */
function quoted(text: string): string {
  return JSON.stringify(text.replaceAll(/\p{Surrogate}/gu, '\ufffd')).replaceAll(
    /[\u007f-\u009f]/g,
    (control) => `\\u00${control.charCodeAt(0).toString(16)}`,
  );
}
