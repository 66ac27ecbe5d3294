/** Header by which a gateway recognizes its own requests, so that it never becomes its own client in a loop. */
export const INSTANCE_HEADER = 'mcp-pruner-instance';

/** Identifies this process among all on this machine. */
export const INSTANCE: string = `${process.pid}-${Math.round(performance.timeOrigin)}`;

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Returns headers for a request to `url`. Only loopback URLs get one, because a gateway listens only there. */
export function instanceHeaders({ hostname }: URL): Readonly<Record<string, string>> {
  return LOOPBACK_NAMES.has(hostname) ? { [INSTANCE_HEADER]: INSTANCE } : {};
}
