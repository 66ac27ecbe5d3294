import type { ServerEntry } from '../config/server-schema.ts';

const OURS = /(?:^|[\\/])mcp-pruner(?:@[^\\/]*|\.cmd|[\\/](?:dist[\\/]index\.js|launcher[\\/]main\.ts))?$/;

/** Whether a server is this program: behind itself it would start itself, for ever. */
export function isOurselves(name: string, { command, args }: ServerEntry): boolean {
  if (name === 'mcp-pruner') return true;
  const words: readonly unknown[] = [command, ...(Array.isArray(args) ? args : [])];
  return words.some((word) => typeof word === 'string' && OURS.test(word));
}
