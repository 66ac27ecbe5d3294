import type { Foreign } from './foreign-entry.ts';

export type ParsedToml = { readonly ok: true; readonly root: Foreign } | { readonly ok: false; readonly why: string };

/** Reads TOML into plain objects. What is told of a fault is its line: the parser's own words quote the text. */
export async function parseTomlText(text: string): Promise<ParsedToml> {
  const { parse, TomlError } = await import('smol-toml');
  try {
    // Integers beyond what a double holds exactly are none of ours: as texts they compare, too.
    const parsed = parse(text.replace(/^\ufeff/, ''), { integersAsBigInt: 'asNeeded' });
    const plain = JSON.stringify(parsed, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    return { ok: true, root: JSON.parse(plain) as Foreign };
  } catch (error) {
    return { ok: false, why: error instanceof TomlError ? `line ${error.line}: allowed is TOML` : 'allowed is TOML' };
  }
}
