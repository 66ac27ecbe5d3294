import { existsSync, renameSync } from 'node:fs';

/** Files that SQLite keeps beside a database. */
const BESIDE = ['-wal', '-shm', '-journal'];

/**
 * Moves a database and the files beside it to the first free name that ends with `word` and a number. Returns the new
 * name.
 */
export function moveAside(file: string, word: string): string {
  let number = 1;
  while (existsSync(`${file}.${word}-${number}`)) number += 1;
  const to = `${file}.${word}-${number}`;
  renameSync(file, to);
  for (const beside of BESIDE) if (existsSync(file + beside)) renameSync(file + beside, to + beside);
  return to;
}
