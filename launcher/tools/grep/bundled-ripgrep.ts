/** The ripgrep that is installed with this package; undefined where it is not, or not for this system: it is optional. */
export async function bundledRipgrep(): Promise<string | undefined> {
  try {
    return (await import('@vscode/ripgrep')).rgPath;
  } catch {
    return undefined;
  }
}
