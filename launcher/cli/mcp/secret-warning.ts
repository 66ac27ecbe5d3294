/** Warns that a configuration contains a literal secret. Names its place, never its value. */
export function toSecretWarning(server: string, path: string): string {
  return `${path} of ${JSON.stringify(server)} holds a secret itself: better is a reference, '\${VAR}'`;
}
