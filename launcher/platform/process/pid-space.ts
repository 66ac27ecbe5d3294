import { readlinkSync } from 'node:fs';

/** Returns the pid namespace (Linux, pid_namespaces(7)); empty if the system has only one. */
export function pidSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}
