/** A command that starts a program. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /**
   * Entry file of the server, for finding files beside it. Set if `args` do not start with it, because `command` is our
   * start script.
   */
  readonly entry?: string;
}
