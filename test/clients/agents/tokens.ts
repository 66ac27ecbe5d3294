import { loadO200k } from '../../../src/base/tokens/o200k.ts';

/** Counts the tokens of each text, and prints the counts. */
export async function tokensOf(
  title: string,
  texts: readonly (readonly [string, string])[],
): Promise<readonly number[]> {
  const count = await loadO200k();
  const counted = texts.map(([name, text]) => [name, count(text)] as const);
  console.log([title, ...counted.map(([name, tokens]) => `${String(tokens).padStart(8)}  ${name}`)].join('\n'));
  return counted.map(([, tokens]) => tokens);
}
