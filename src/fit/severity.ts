/** Severities, worst first. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;

export type Severity = (typeof SEVERITIES)[number];

/** Parses a severity, in any spelling; undefined for any other word. */
export function toSeverity(value: unknown): Severity | undefined {
  if (typeof value !== 'string') return undefined;
  const name = value.toLowerCase();
  return SEVERITIES.find((one) => one === name);
}
