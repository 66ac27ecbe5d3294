import { quoteInstructions } from '../../../src/mcp/quote-instructions.ts';
import { shellWord } from '../../text/shell-word.ts';
import type { KnownServer } from './catalog.ts';

/** What a client's model is told of what the servers say of themselves; empty if none of them says anything. */
export function instructionsOf(servers: readonly Pick<KnownServer, 'name' | 'instructions'>[]): string {
  const said = servers.map(({ name, instructions = '' }) => ({ server: name, text: instructions }));
  return quoteInstructions(said, (server) => `all of it: mcp-pruner mcp test ${shellWord(server)}`) ?? '';
}
