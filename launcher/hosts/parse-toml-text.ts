import type { Foreign } from './foreign-entry.ts';

export type ParsedToml = { readonly ok: true; readonly root: Foreign } | { readonly ok: false; readonly why: string };

/** Reads TOML into plain objects. What is told of a fault is its line: the parser's own words quote the text. */
export async function parseTomlText(text: string): Promise<ParsedToml> {
  const { parse, TomlError } = await import('smol-toml');
  try {
    return { ok: true, root: JSON.parse(JSON.stringify(parse(text.replace(/^\ufeff/, '')))) as Foreign };
  } catch (error) {
    return { ok: false, why: error instanceof TomlError ? `line ${error.line}: allowed is TOML` : 'allowed is TOML' };
  }
}
