/** Warns that a configuration contains a literal secret. Names its place, never its value. */
export function toSecretWarning(server: string, path: string): string {
  return `${path} of ${JSON.stringify(server)} contains a secret; use a reference instead: '\${VAR}'`;
}
