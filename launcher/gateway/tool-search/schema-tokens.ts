import { loadO200k } from '../../../src/base/tokens/o200k.ts';

/** Min and max chars per token of definitions. Between these bounds the tokens are counted. */
const FEWEST = 2;
const MAX = 8;

/**
 * True if definitions take more than `tokens` tokens (o200k). Loads the tokenizer only if the size does not already
 * decide it.
 */
export async function takesMoreThan(tokens: number, definitions: readonly object[]): Promise<boolean> {
  const text = JSON.stringify(definitions);
  if (definitions.length === 0 || text.length <= tokens * FEWEST) return false;
  if (text.length > tokens * MAX) return true;
  const count = await loadO200k();
  return count(text) > tokens;
}
