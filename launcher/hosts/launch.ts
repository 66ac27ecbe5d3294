/** How a program is started. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The entry of the server whose parts hosts run, if `args` do not begin with one: `command` is a script of ours then. */
  readonly entry?: string;
}
