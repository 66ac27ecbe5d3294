import { loadO200k } from '../../../src/base/tokens/o200k.ts';
import { INSTRUCTIONS, KEPT } from '../../server/initialize.ts';

/** Returns the text for an agent's instructions file: the instructions that the server also sends in `initialize`. */
export function instructionsFor(name: string): string {
  return `## mcp-pruner\n\nOf the MCP server \`${name}\`: ${INSTRUCTIONS} ${KEPT}`;
}

/** Counts the tokens, in o200k, that a text adds to each of an agent's requests. */
export async function tokensOf(text: string): Promise<number> {
  const count = await loadO200k();
  return count(text);
}
