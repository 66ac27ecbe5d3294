import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { REPORT_VARIABLE, type Report } from './report.ts';
import { PACKAGES, ROOT, type Suite } from './suites.ts';
import { failedFiles } from './tally.ts';

const REPORTER = path.join(ROOT, 'test/suites/report.ts');

export interface RunOptions {
  /** Default: all files of the suite. */
  readonly files?: readonly string[];
  /** Default: Vitest prints to the terminal of this process. */
  readonly stdio?: 'inherit' | 'ignore';
}

/** Runs a suite, or some of its files. A run without a report counts as an error outside of any test. */
export async function runSuite(
  { command }: Pick<Suite, 'command'>,
  file: string,
  { files = [], stdio = 'inherit' }: RunOptions = {},
): Promise<Report> {
  rmSync(file, { force: true });
  const [program = '', ...args] = command;
  // Tests that start `node` or `deno` by name get the one of the packages.
  const PATH = [path.join(PACKAGES, '.bin'), process.env['PATH']].join(path.delimiter);
  const env = { ...process.env, PATH, [REPORT_VARIABLE]: file };
  const reporters = ['--reporter=default', `--reporter=${REPORTER}`];
  const child = spawn(program, [...args, ...reporters, ...files], { cwd: ROOT, env, stdio });
  const ended = await new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`cannot start "${program}": ${error.message}`));
    child.once('exit', (code, signal) => resolve(`Vitest ended with ${signal ?? code}`));
  });
  if (!existsSync(file)) return { files: [], outside: [`${ended}, and left no report`] };
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  const isExplained = failedFiles(report).length > 0 || report.outside.length > 0;
  return ended === 'Vitest ended with 0' || isExplained ? report : { ...report, outside: [ended] };
}
