import { until } from '../support/until.ts';

/** What `mcp-pruner stats` prints once it tells of something: a process of its own counts, behind the answers. */
export function untilTold(pruner: (...args: readonly string[]) => Promise<string>, of: string): Promise<string> {
  return until(async () => {
    const told = await pruner('stats');
    return told.includes(of) ? told : undefined;
  });
}
