import type { ServerEntry } from '../../gateway/config/server-schema.ts';

/** Our package and its files. Packages of the same name in another scope are not ours. */
const OURS =
  /(?:^|(?<!(?:^|[\\/])@(?!jeeves[\\/])[^\\/]*)[\\/])mcp-pruner(?:@[^\\/]*|\.cmd|[\\/](?:dist[\\/]index\.js|launcher[\\/]main\.ts))?$/;

/** True if a server is this program. mcp-pruner as its own upstream would start itself over and over. */
export function isOurselves(name: string, { command, args }: ServerEntry): boolean {
  if (name === 'mcp-pruner') return true;
  const words: readonly unknown[] = [command, ...(Array.isArray(args) ? args : [])];
  return words.some((word) => typeof word === 'string' && OURS.test(word));
}
