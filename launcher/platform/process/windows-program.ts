import path from 'node:path';

/**
 * Returns the full path of a program of Windows itself. For a bare name, Windows first searches the working directory,
 * where the model can write.
 */
export function windowsProgram(name: string, systemRoot: string | undefined): string {
  return path.win32.join(systemRoot ?? 'C:\\Windows', 'System32', name);
}
