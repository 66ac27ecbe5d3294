import path from 'node:path';
import { asJsonObject } from '../../../src/base/json/json-object.ts';
import { claudeHome } from '../../hosts/places.ts';
import { readHostFile } from '../../hosts/read-host-file.ts';
import type { FoundServer } from '../../setup/find-setups.ts';
import type { Check, CheckResult, Installation } from './check.ts';

/** Max UTF-8 bytes of an answer that Codex passes on whole. It cuts the middle out of longer ones. */
const CODEX_BYTES = 10_240;
/** Claude Code's default max tokens of an answer, and the max tokens of an answer of ours. */
const CLAUDE_TOKENS = 25_000;
const MIN_CLAUDE_TOKENS = 10_000;

/** Checks how hosts that start us limit our answers. */
export const checkLimits: Check = async (installation) => {
  const found = await Promise.all(
    installation.setups.map(async ({ host, servers: [server] }) => {
      const limit = LIMITS[host.name];
      return server === undefined || limit === undefined ? [] : [await limit(server, installation)];
    }),
  );
  return found.flat();
};

const BYTES = 'MCP_PRUNER_MAX_RESPONSE_BYTES';

const LIMITS: Readonly<Record<string, (server: FoundServer, installation: Installation) => Promise<CheckResult>>> = {
  codex: async ({ launch }) => {
    const id = 'codex-limit';
    // Look only at the entry's own variables, because Codex passes on few of its environment.
    const bytes = Number(launch.env[BYTES] ?? Number.POSITIVE_INFINITY);
    if (bytes <= CODEX_BYTES) {
      return { id, status: 'PASS', message: `Codex: answers keep to ${bytes} bytes, of which it cuts none` };
    }
    const message = `Codex cuts the middle out of answers of more than ${CODEX_BYTES} bytes or 256 lines, and ${BYTES} is ${bytes === Number.POSITIVE_INFINITY ? 'not set' : bytes} there`;
    return { id, status: 'WARN', message, fix: `mcp-pruner init --codex --env ${BYTES}=${CODEX_BYTES}` };
  },
  'claude-code': async ({ launch }, { env, places }) => {
    const id = 'claude-code-limit';
    const settings = places && path.join(claudeHome(places), 'settings.json');
    const read = settings === undefined ? undefined : await readHostFile({ path: settings, format: 'json' });
    const inFile = read?.ok === true ? asJsonObject(read.root?.['env'])['MAX_MCP_OUTPUT_TOKENS'] : undefined;
    const given = inFile ?? env['MAX_MCP_OUTPUT_TOKENS'];
    const tokens = given === undefined ? CLAUDE_TOKENS : Number(given);
    if (!(tokens >= MIN_CLAUDE_TOKENS)) {
      const message = `Claude Code refuses answers of more than MAX_MCP_OUTPUT_TOKENS=${String(given)} tokens; ours may have ${MIN_CLAUDE_TOKENS}`;
      const fix =
        inFile === undefined ? 'unset MAX_MCP_OUTPUT_TOKENS' : `take MAX_MCP_OUTPUT_TOKENS out of ${settings}`;
      return { id, status: 'WARN', message, fix };
    }
    const bytes = launch.env[BYTES] ?? env[BYTES];
    const longer =
      bytes === undefined
        ? `longer ones it puts into a file; ${BYTES} keeps ours shorter`
        : `ours keep to ${bytes} bytes`;
    return { id, status: 'PASS', message: `Claude Code takes answers of up to ${tokens} tokens; ${longer}` };
  },
};
