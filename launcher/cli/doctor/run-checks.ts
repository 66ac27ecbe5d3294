import type { Check, Finding, Patient } from './check.ts';

/** Milliseconds that a check may take; what it waits for has shorter limits of its own. */
export const CHECK_MS = 40_000;

/** Runs checks side by side; one that throws, or does not end, fails alone. In the order that they were given in. */
export async function runChecks(
  checks: Readonly<Record<string, Check>>,
  patient: Patient,
): Promise<readonly Finding[]> {
  const found = await Promise.all(
    Object.entries(checks).map(([id, check]) => {
      const failed = (why: string): readonly Finding[] => [{ id, status: 'FAIL', message: `cannot be told: ${why}` }];
      return within(check, patient, failed);
    }),
  );
  return found.flat();
}

function within(
  check: Check,
  patient: Patient,
  failed: (why: string) => readonly Finding[],
): Promise<readonly Finding[]> {
  return new Promise((resolve) => {
    const late = patient.timers.after(CHECK_MS, () => resolve(failed(`no end within ${CHECK_MS / 1000} s`)));
    check(patient)
      .catch((error: unknown) => failed(error instanceof Error ? error.message : 'an unknown fault'))
      .then(
        (findings) => {
          late();
          resolve(findings);
        },
        () => {},
      );
  });
}
