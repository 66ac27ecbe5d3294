const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EADDRINUSE: 'another program listens there',
  EADDRNOTAVAIL: 'this machine has no such address',
  EDQUOT: 'your disk quota is used up',
  EEXIST: 'a file of that name exists',
  EFBIG: 'a file may not be that large',
  EISDIR: 'it is a folder, not a file',
  EMFILE: 'too many files are open',
  ENOENT: 'there is no such file',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
};

/** Describes a system error in words. For an errno that users rarely meet, returns the error's own message. */
export function errnoWords(error: unknown): string {
  const { code = '' } = (error ?? {}) as NodeJS.ErrnoException;
  return (
    (Object.hasOwn(WORDS, code) ? WORDS[code] : undefined) ?? (error instanceof Error ? error.message : String(error))
  );
}
