import { readFileSync } from 'node:fs';
import { manyToolsScript, type ServerScript, serverScript } from '../../inputs/server-offer.ts';
import type { Place } from '../../stage/place.ts';

const SERVER = new URL('../../servers/many-answers.mjs', import.meta.url);

/**
 * Writes a configuration with the server `many`, and for many tools also the server `forge`. Returns the path of the
 * configuration.
 */
export function configureServers(place: Place, entry: object = {}, settings: object = {}, isLarge = false): string {
  const program = place.write('servers/many-answers.mjs', readFileSync(SERVER, 'utf8'));
  const server = (name: string, script: ServerScript): object => {
    const args = [program, place.write(`servers/${name}.json`, JSON.stringify(script))];
    return { command: place.stage.node, args };
  };
  const mcpServers = {
    many: { ...server('many', serverScript()), ...entry },
    ...(isLarge && { forge: server('forge', manyToolsScript()) }),
  };
  return place.write('home/.mcp-pruner/mcp-config.json', JSON.stringify({ ...settings, mcpServers }), 0o600);
}
