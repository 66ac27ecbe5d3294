import { readlinkSync } from 'node:fs';

/**
 * Descriptor of a pipe that every command inherits and no process writes to. It identifies descendants that left the
 * process group and changed their environment, even after their parents exited. It is above 9, because scripts use the
 * lower ones.
 */
export const CHANNEL_FD = 39;

/**
 * Returns the name of the pipe or socket that a process has open on that descriptor, in Linux's notation
 * (`socket:[4026]`). Undefined if the descriptor is closed, or a file.
 */
export function channelOf(pid: number): string | undefined {
  try {
    const target = readlinkSync(`/proc/${pid}/fd/${CHANNEL_FD}`);
    return /^(?:pipe|socket):/.test(target) ? target : undefined;
  } catch {
    return undefined;
  }
}
