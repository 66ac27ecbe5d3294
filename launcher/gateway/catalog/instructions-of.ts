import { quoteInstructions } from '../../../src/mcp/quote-instructions.ts';
import { shellWord } from '../../platform/text/shell-word.ts';
import type { KnownServer } from './known-server.ts';

/** Combines the servers' instructions for the client's model; empty if there are none. */
export function instructionsOf(servers: readonly Pick<KnownServer, 'name' | 'instructions'>[]): string {
  const said = servers.map(({ name, instructions = '' }) => ({ server: name, text: instructions }));
  return quoteInstructions(said, (server) => `all of it: mcp-pruner mcp test ${shellWord(server)}`) ?? '';
}
