import { inTime } from '../../../src/base/in-time.ts';
import type { Check, CheckResult, Installation } from './check.ts';

/** Max time for a check, in milliseconds. Every operation that a check waits for has a shorter limit of its own. */
export const CHECK_MS = 40_000;

/**
 * Runs checks in parallel and returns the findings in the order of `checks`. If one throws or hangs, only that one
 * fails. `onLeft` is called with the subjects of the checks that are still running. `onFound` is called with findings,
 * in order, as soon as all before them are there.
 */
export async function runChecks(
  checks: Readonly<Record<string, readonly [check: Check, subject: string]>>,
  installation: Installation,
  onLeft: (left: readonly string[]) => void = () => {},
  onFound: (found: readonly CheckResult[]) => void = () => {},
): Promise<readonly CheckResult[]> {
  const left = new Map(Object.entries(checks).map(([id, [, subject]]) => [id, subject]));
  const running = Object.entries(checks).map(([id, [check]]) => {
    const failed = (why: string): readonly CheckResult[] => [
      { id, status: 'FAIL', message: `cannot be checked: ${why}` },
    ];
    const findings = check(installation).catch((error: unknown) =>
      failed(error instanceof Error ? error.message : 'an unknown error'),
    );
    const late = (): readonly CheckResult[] => failed(`no end within ${CHECK_MS / 1000} s`);
    return inTime(findings, CHECK_MS, late, installation.timers.after).finally(() => {
      left.delete(id);
      if (left.size > 0) onLeft([...left.values()]);
    });
  });
  const found: CheckResult[] = [];
  for (const one of running) {
    const findings = await one;
    onFound(findings);
    found.push(...findings);
  }
  return found;
}
