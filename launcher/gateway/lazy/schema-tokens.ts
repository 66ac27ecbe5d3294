import { loadO200k } from '../../../src/tokens/o200k.ts';

/** Bytes that a token of definitions has at least and at most, far apart: between them it is counted. */
const FEWEST = 2;
const MAX = 8;

/** Whether definitions take more tokens (o200k) than that; the tokenizer is loaded only where it is not plain. */
export async function takesMoreThan(tokens: number, definitions: readonly object[]): Promise<boolean> {
  const text = JSON.stringify(definitions);
  if (definitions.length === 0 || text.length <= tokens * FEWEST) return false;
  if (text.length > tokens * MAX) return true;
  const count = await loadO200k();
  return count(text) > tokens;
}
