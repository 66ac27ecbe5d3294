/** That a secret stands in a configuration itself; says where, not what. */
export function toSecretWarning(server: string, path: string): string {
  return `${path} of ${JSON.stringify(server)} holds a secret itself: better is a reference, '\${VAR}'`;
}
