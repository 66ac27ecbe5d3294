import path from 'node:path';
import { homeFolder } from '../../platform/settings/config.ts';
import { VARIABLES } from '../../platform/settings/variables.ts';
import { shellWord } from '../../platform/text/shell-word.ts';
import { LEDGER_FILE } from '../../savings/open-savings.ts';
import type { ReadTrial } from '../../savings/read-trial.ts';
import type { Check, CheckResult, Installation } from './check.ts';
import { surroundingsOf } from './surroundings.ts';

/** Reports a ledger that cannot be read, or was damaged, for each home folder that agents start us with. */
export const checkLedger: Check = async (installation) => {
  const homes = surroundingsOf(installation).flatMap(({ all }) =>
    isLedgerOn(all) ? [homeFolder(all, installation.cwd)] : [],
  );
  const found = await Promise.all(
    [...new Set(homes)].map(async (home) =>
      toFinding(path.join(home, LEDGER_FILE), await installation.readTrial(home)),
    ),
  );
  return found.flat();
};

/** True unless a variable switches the ledger off. */
export function isLedgerOn(env: Installation['env']): boolean {
  const { parse, fallback } = VARIABLES.MCP_PRUNER_LEDGER;
  return parse(env['MCP_PRUNER_LEDGER'] ?? fallback) === 'on';
}

function toFinding(file: string, read: ReadTrial): readonly CheckResult[] {
  const id = 'ledger';
  const named = JSON.stringify(file);
  if (!read.ok) {
    const message = `cannot read ${named}: ${read.why}; nothing is measured, and \`mcp-pruner stats\` fails`;
    return [{ id, status: 'FAIL', message, fix: fixOf(file, read.why) }];
  }
  if (read.setAside === undefined) return [];
  const message = `${named} was damaged and is now ${JSON.stringify(read.setAside)}; a fresh ledger was begun`;
  return [{ id, status: 'WARN', message, fix: `rm ${shellWord(read.setAside)}, once you do not need it` }];
}

function fixOf(file: string, why: string): string {
  const word = shellWord(file);
  if (why === 'EACCES' || why === 'EPERM') return `make it yours: sudo chown "$USER" ${word} && chmod 600 ${word}`;
  return `mv ${word} ${shellWord(`${file}.old`)}; a fresh ledger is begun with the next result`;
}
