import { access, constants, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile } from '../../platform/files/replace-file.ts';
import { errnoOf } from '../../platform/paths/errno-of.ts';
import { errnoWords } from '../../platform/paths/errno-words.ts';
import { homeFolder } from '../../platform/settings/config.ts';
import { shellWord } from '../../platform/text/shell-word.ts';
import type { Check, CheckResult } from './check.ts';

const PROBE_BYTES = 64 * 1024;

/** Checks that only the user can read and write MCP_PRUNER_HOME. */
export const checkHome: Check = async ({ env, cwd, platform }) => {
  const home = homeFolder(env, cwd);
  const result = (status: CheckResult['status'], message: string, fix?: string): readonly CheckResult[] => [
    { id: 'home', status, message, ...(fix === undefined ? {} : { fix }) },
  ];
  const elsewhere = 'export MCP_PRUNER_HOME=/a/folder/that/you/may/write';
  const stats = await stat(home).catch((error: unknown) => error as NodeJS.ErrnoException);
  if (errnoOf(stats) === 'ENOENT') {
    const folder = await nearest(home);
    const may = await mayWrite(folder);
    return may
      ? result('PASS', `${home} will be created when it is needed`)
      : result('FAIL', `cannot create ${home}: ${folder} is not writable`, elsewhere);
  }
  if (stats instanceof Error) return result('FAIL', `cannot read ${home}: ${errnoWords(stats)}`, elsewhere);
  if (!stats.isDirectory()) return result('FAIL', `cannot use ${home}: expected a folder`, elsewhere);
  const denied = (stats.mode & 0o200) === 0 ? { code: 'EACCES' } : await writeFault(home);
  if (denied !== undefined) {
    const free = `free space: df -h ${shellWord(home)}`;
    const mend = { ENOSPC: free, EDQUOT: free, EROFS: elsewhere }[errnoOf(denied) ?? ''];
    return result('FAIL', `cannot write ${home}: ${errnoWords(denied)}`, mend ?? `chmod 700 ${shellWord(home)}`);
  }
  if (platform !== 'win32' && (stats.mode & 0o077) !== 0) {
    const mode = (stats.mode & 0o777).toString(8);
    return result('WARN', `other users can access ${home} (mode ${mode})`, `chmod 700 ${shellWord(home)}`);
  }
  return result('PASS', `only you can access ${home}`);
};

/** Tries to write as much as a small result takes. Returns the error; undefined if it works. */
function writeFault(home: string): Promise<unknown> {
  const file = path.join(home, 'doctor.probe');
  const written = replaceFile(file, ' '.repeat(PROBE_BYTES)).then(() => rm(file, { force: true }));
  return written.catch((error: unknown) => error);
}

const mayWrite = (folder: string): Promise<boolean> =>
  access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );

async function nearest(folder: string): Promise<string> {
  const up = path.dirname(folder);
  const there = await stat(up).then(
    () => true,
    () => false,
  );
  return there || up === folder ? up : nearest(up);
}
