import { loadO200k } from '../../src/tokens/o200k.ts';
import { INSTRUCTIONS, KEPT } from '../server/initialize.ts';

/** What an agent's own instructions file is to say: the words that the server says of itself as it starts. */
export function instructionsFor(name: string): string {
  return `## mcp-pruner\n\nOf the MCP server \`${name}\`: ${INSTRUCTIONS} ${KEPT}`;
}

/** What a text costs in each of an agent's requests, counted with o200k. */
export async function tokensOf(text: string): Promise<number> {
  const count = await loadO200k();
  return count(text);
}
