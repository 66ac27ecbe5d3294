/** Order of severities: the worst comes first. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;

export type Severity = (typeof SEVERITIES)[number];

/** A severity by its name, however it is written; undefined for any other word. */
export function toSeverity(value: unknown): Severity | undefined {
  if (typeof value !== 'string') return undefined;
  const name = value.toLowerCase();
  return SEVERITIES.find((one) => one === name);
}
