import { until } from '../support/until.ts';

/**
 * Runs `mcp-pruner stats` until its output contains `of`, because a separate process counts after the answers are sent.
 */
export function untilTold(pruner: (...args: readonly string[]) => Promise<string>, of: string): Promise<string> {
  return until(async () => {
    const told = await pruner('stats');
    return told.includes(of) ? told : undefined;
  });
}
