import type { JsonObject } from '../../src/base/json/json-object.ts';

export type ParsedToml =
  | { readonly ok: true; readonly root: JsonObject }
  | { readonly ok: false; readonly why: string };

/** Parses TOML into plain objects. An error reports only its line, because the parser's own message quotes the text. */
export async function parseTomlText(text: string): Promise<ParsedToml> {
  const { parse, TomlError } = await import('smol-toml');
  try {
    // Integers beyond a double's exact range are never ours. They become strings, which can still be compared.
    const parsed = parse(text.replace(/^\ufeff/, ''), { integersAsBigInt: 'asNeeded' });
    const plain = JSON.stringify(parsed, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    return { ok: true, root: JSON.parse(plain) as JsonObject };
  } catch (error) {
    return { ok: false, why: error instanceof TomlError ? `line ${error.line}: expected TOML` : 'expected TOML' };
  }
}
