import { execFileSync } from 'node:child_process';
import type { Place } from '../stage/place.ts';
import { COLUMNS, SHOP } from './shop.ts';

/** Makes the root a git repository with a history of small changes, the same to the hash each time. */
export function writeRepository(place: Place): void {
  const who = { GIT_AUTHOR_NAME: 'Ann', GIT_AUTHOR_EMAIL: 'ann@example.com' };
  const committer = { GIT_COMMITTER_NAME: 'Ann', GIT_COMMITTER_EMAIL: 'ann@example.com' };
  const git = (day: number, ...args: readonly string[]): void => {
    const date = `2026-09-${String(day).padStart(2, '0')}T10:00:00Z`;
    const env = place.env({ ...who, ...committer, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date });
    execFileSync('git', args, { cwd: place.root, env, stdio: 'ignore' });
  };
  git(1, 'init', '-q', '-b', 'main');
  let [shop, columns] = [SHOP, COLUMNS];
  const commit = (day: number, message: string): void => {
    place.write('root/src/shop.ts', shop);
    place.write('root/src/columns.js', columns);
    git(day, 'add', '-A');
    git(day, 'commit', '-q', '-m', message);
  };
  commit(1, 'Add the shop and its columns');
  const things = ['parcel', 'invoice', 'courier', 'depot', 'label', 'customs', 'refund', 'voucher', 'basket'];
  for (const [at, thing] of things.entries()) {
    shop = shop.replace(`apply(given, 7, '${thing}')`, `applyOnce(given, 7, '${thing}')`);
    columns = columns.replace(`// step ${at * 5}\n`, `// Adds the offset of a ${thing} to the cell\n`);
    commit(at + 2, `Apply the seventh step of update_${thing} once, and explain the offset of a ${thing}`);
  }
}
