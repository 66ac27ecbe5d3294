import path from 'node:path';

/**
 * A program of Windows itself, by its full path: for a bare name Windows looks in the working directory first, which is
 * the model's to write.
 */
export function windowsProgram(name: string, systemRoot: string | undefined): string {
  return path.win32.join(systemRoot ?? 'C:\\Windows', 'System32', name);
}
