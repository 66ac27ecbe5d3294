/** Header by which a gateway recognizes its own requests, so that it never becomes its own client over and over. */
export const INSTANCE_HEADER = 'mcp-pruner-instance';

/** Identifies this process among those of this machine. */
export const INSTANCE: string = `${process.pid}-${Math.round(performance.timeOrigin)}`;

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Headers of a request to `url`. Servers on other machines are told nothing: a gateway listens on loopback alone. */
export function instanceHeaders({ hostname }: URL): Readonly<Record<string, string>> {
  return LOOPBACK_NAMES.has(hostname) ? { [INSTANCE_HEADER]: INSTANCE } : {};
}
