import path from 'node:path';
import { asJsonObject } from '../../../src/base/json/json-object.ts';
import type { LimitCheck } from '../host.ts';
import { claudeHome } from './claude-home.ts';

/** Claude Code's default for the max tokens of an answer, and the lowest limit that our answers fit into. */
const DEFAULT_TOKENS = 25_000;
const MIN_TOKENS = 10_000;

const BYTES = 'MCP_PRUNER_MAX_RESPONSE_BYTES';

export const LIMIT_CHECK: LimitCheck = {
  file: (places) => path.join(claudeHome(places), 'settings.json'),
  check({ own, env, file, settings }) {
    const inFile = asJsonObject(settings?.['env'])['MAX_MCP_OUTPUT_TOKENS'];
    const given = inFile ?? env['MAX_MCP_OUTPUT_TOKENS'];
    const tokens = given === undefined ? DEFAULT_TOKENS : Number(given);
    if (!(tokens >= MIN_TOKENS)) {
      const message = `Claude Code refuses answers of more than MAX_MCP_OUTPUT_TOKENS=${String(given)} tokens; ours may have ${MIN_TOKENS}`;
      const fix = inFile === undefined ? 'unset MAX_MCP_OUTPUT_TOKENS' : `take MAX_MCP_OUTPUT_TOKENS out of ${file}`;
      return { status: 'WARN', message, fix };
    }
    const bytes = own[BYTES] ?? env[BYTES];
    const longer =
      bytes === undefined
        ? `it puts longer ones into a file; set ${BYTES} to keep ours shorter`
        : `ours have at most ${bytes} bytes`;
    return { status: 'PASS', message: `Claude Code takes answers of up to ${tokens} tokens; ${longer}` };
  },
};
