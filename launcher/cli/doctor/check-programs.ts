import { findExecutable } from '../../platform/process/find-executable.ts';
import type { Check, CheckResult } from './check.ts';

/** Checks that the programs our tools run are installed. */
export const checkPrograms: Check = async ({ env, bundledRipgrep }) => {
  const [bash, rg = await bundledRipgrep(), grep] = await Promise.all(
    ['bash', 'rg', 'grep'].map((name) => findExecutable(name, env['PATH'])),
  );
  return [toBash(bash), toSearch(rg, grep)];
};

function toBash(bash: string | undefined): CheckResult {
  if (bash !== undefined) return { id: 'bash', status: 'PASS', message: `bash is ${bash}` };
  return { id: 'bash', status: 'FAIL', message: 'no bash on PATH: the tool bash fails', fix: 'install bash' };
}

function toSearch(rg: string | undefined, grep: string | undefined): CheckResult {
  const fix = 'install ripgrep: https://github.com/BurntSushi/ripgrep#installation';
  if (rg !== undefined) return { id: 'rg', status: 'PASS', message: `ripgrep is ${rg}` };
  if (grep === undefined) {
    return { id: 'rg', status: 'FAIL', message: 'neither rg nor grep on PATH: the tool grep fails', fix };
  }
  const message = `no ripgrep: the tool grep uses ${grep}, which is slower, ignores .gitignore and supports fewer patterns`;
  return { id: 'rg', status: 'PASS', message };
}
