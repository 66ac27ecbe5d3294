/** Where a value stands in the data: made for every container, written for the few that are cut. */
export interface JsonPath {
  readonly above: JsonPath | undefined;
  /** A key or the place in an array. */
  readonly step: string | number;
}

/** `$.items[17]["a key"].name`, which the `artifact` tool reads; `$` for undefined. */
export function writeJsonPath(path: JsonPath | undefined): string {
  if (path === undefined) return '$';
  const above = writeJsonPath(path.above);
  if (typeof path.step === 'number') return `${above}[${path.step}]`;
  return /^[A-Za-z_$][\w$]*$/.test(path.step) ? `${above}.${path.step}` : `${above}[${JSON.stringify(path.step)}]`;
}
