import { cpSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { tempDir } from '../../support/temp-dir.ts';
import { ROOT } from '../installed.ts';

export const FILE = 'server/modern/input-rounds.ts';
export const QUESTION = 'How long may a client take to come back?';

/** A log of 300 KB, with the important line in the middle. */
export const LOG = 'build.log';
export const FAULT = 'ERROR: cannot resolve "./totals" from src/invoice.ts';

/** A root with real sources and a long log. */
export function makeProject(): string {
  const root = tempDir();
  cpSync(`${ROOT}launcher/server`, path.join(root, 'server'), { recursive: true });
  const steps = Array.from({ length: 7_500 }, (_, at) => `[${at}] compiled src/module-${(at * 7919) % 7500}.ts`);
  steps[3_700] = FAULT;
  writeFileSync(path.join(root, LOG), `${steps.join('\n')}\n`);
  return root;
}
