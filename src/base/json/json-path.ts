/** Path of a value in the data. Created for every container, written only for the few that are cut. */
export interface JsonPath {
  readonly above: JsonPath | undefined;
  /** A key or an array index. */
  readonly step: string | number;
}

/** Formats a path as `$.items[17]["a key"].name`, which the `artifact` tool accepts; `$` for undefined. */
export function writeJsonPath(path: JsonPath | undefined): string {
  if (path === undefined) return '$';
  const above = writeJsonPath(path.above);
  if (typeof path.step === 'number') return `${above}[${path.step}]`;
  return /^[A-Za-z_$][\w$]*$/.test(path.step) ? `${above}.${path.step}` : `${above}[${JSON.stringify(path.step)}]`;
}
