/**
 * Returns the ripgrep installed with this package; undefined if this optional dependency is missing, or lacks this
 * platform.
 */
export async function bundledRipgrep(): Promise<string | undefined> {
  try {
    return (await import('@vscode/ripgrep')).rgPath;
  } catch {
    return undefined;
  }
}
