import { readlinkSync } from 'node:fs';

/** Name of the namespace that process numbers are of (Linux, pid_namespaces(7)); empty if the system has but one. */
export function pidSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}
