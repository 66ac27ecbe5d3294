/** Returns the system's error code, such as `ENOENT`. Undefined for an error that is not the system's. */
export function errnoOf(error: unknown): string | undefined {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}
