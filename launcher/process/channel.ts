import { readlinkSync } from 'node:fs';

/**
 * The descriptor of a pipe that every command is given and that nobody writes to. Descendants inherit it, so that one
 * which left the process group and changed its environment is found by it, also after its parents ended. Scripts use
 * those below 10 for themselves.
 */
export const CHANNEL_FD = 39;

/** What a process has for that descriptor, as Linux names it (`socket:[4026]`); `undefined` for none, or a file. */
export function channelOf(pid: number): string | undefined {
  try {
    const target = readlinkSync(`/proc/${pid}/fd/${CHANNEL_FD}`);
    return /^(?:pipe|socket):/.test(target) ? target : undefined;
  } catch {
    return undefined;
  }
}
