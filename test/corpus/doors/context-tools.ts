import { startSession } from '../drivers/stdio-session.ts';
import { CONTEXT_CALLS } from '../inputs/context-calls.ts';
import type { Door, Scene } from '../scene.ts';
import type { Variables } from '../stage/place.ts';
import { begin } from './own-tools.ts';
import { refsIn } from './refs-in.ts';

/** The `context_*` tools over stdio. */
export const contextTools: Door = {
  name: 'context-tools',
  scenes: [
    toScene('structured', 'some-client'),
    toScene('text', 'claude-code'),
    toScene('redacted', 'some-client', { ARTIFACT_REDACT: 'on' }),
    toScene('bounded', 'codex-mcp-client', { MCP_PRUNER_MAX_RESPONSE_BYTES: '4096' }),
  ],
};

function toScene(name: string, client: string, env: Variables = {}): Scene {
  return {
    name,
    async play(place, note) {
      const session = startSession(place, { env: { MCP_PRUNER_CONTEXT: 'on', ...env } });
      note('initialize', client, await begin(session, { client }));
      note('tools/list', {}, await session.request('tools/list'));
      for (const [tool, args] of CONTEXT_CALLS) {
        const input = JSON.stringify(args).slice(0, 200);
        const answer = await session.request('tools/call', { name: `context_${tool}`, arguments: args });
        note(`${tool} ${input.slice(0, 100)}`, input, answer);
        for (const ref of refsIn(answer)) note('artifact', ref, await session.request('resources/read', { uri: ref }));
      }
      note('resources/list', {}, await session.request('resources/list', {}));
      note('resources/templates/list', {}, await session.request('resources/templates/list', {}));
      note('end', {}, await session.end());
    },
  };
}
