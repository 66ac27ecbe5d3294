import type { LimitCheck } from '../host.ts';

/** Max UTF-8 bytes of an answer that Codex passes on whole. It cuts the middle out of longer ones. */
export const WHOLE_BYTES = 10_240;

/**
 * Max bytes of a hook's text, without the exit code above it. Codex (0.171) shows only both ends of a longer text. Its
 * limit is 2,500 tokens, counted as four bytes each.
 */
export const HOOK_BYTES: number = 10_000 - 100;

/** Matches the line above an output whose middle Codex has cut out. Earlier versions recorded only the second line. */
export const CUT_RESULT = /^(?:Warning: truncated output \(original token count: \d+\)|Total output lines: \d+)$/m;

const BYTES = 'MCP_PRUNER_MAX_RESPONSE_BYTES';

export const LIMIT_CHECK: LimitCheck = {
  check({ own }) {
    // Look only at the entry's own variables, because Codex passes on few variables of its environment.
    const bytes = Number(own[BYTES] ?? Number.POSITIVE_INFINITY);
    if (bytes <= WHOLE_BYTES) {
      return { status: 'PASS', message: `Codex: answers have at most ${bytes} bytes, and none is cut` };
    }
    const message = `Codex cuts the middle out of answers of more than ${WHOLE_BYTES} bytes or 256 lines, and ${BYTES} is ${bytes === Number.POSITIVE_INFINITY ? 'not set' : bytes} there`;
    return { status: 'WARN', message, fix: `mcp-pruner init --codex --env ${BYTES}=${WHOLE_BYTES}` };
  },
};
