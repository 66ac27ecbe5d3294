import type { ServerEntry } from '../../gateway/config/server-schema.ts';

const OURS = /(?:^|[\\/])mcp-pruner(?:@[^\\/]*|\.cmd|[\\/](?:dist[\\/]index\.js|launcher[\\/]main\.ts))?$/;

/** True if a server is this program. mcp-pruner as its own upstream would start itself over and over. */
export function isOurselves(name: string, { command, args }: ServerEntry): boolean {
  if (name === 'mcp-pruner') return true;
  const words: readonly unknown[] = [command, ...(Array.isArray(args) ? args : [])];
  return words.some((word) => typeof word === 'string' && OURS.test(word));
}
