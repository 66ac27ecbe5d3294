import { WHOLE_REASONS } from '../../../../src/unasked/whole-reasons.ts';
import type { Mod } from './mod.ts';

/** The command in Claude Code's menu. */
export const COMMAND = {
  name: 'pruner',
  description: 'Shows which results were shortened, and switches shortening on or off',
  argumentHint: '[on|off|why]',
} as const;

/** The pane that the command opens. */
export const PANE = { id: COMMAND.name, title: 'mcp-pruner', focus: true, closeOnEscape: true } as const;

/** Runs the command. Returns what to tell. */
export async function runCommand(
  args: string,
  mod: Mod,
  openPane: () => Promise<unknown>,
): Promise<{ readonly text?: string }> {
  switch (args.trim()) {
    case '':
      await openPane();
      return {};
    case 'on':
      await mod.choose({ mode: 'on' });
      return { text: 'Long results are shortened from now on. /pruner off stops it.' };
    case 'off':
      await mod.choose({ mode: 'off' });
      return { text: 'Results stay as they are. /pruner on shortens them again.' };
    case 'why':
      return { text: whyText(mod) };
    default:
      return { text: `cannot run "/pruner ${args.trim()}": expected on, off, why or nothing` };
  }
}

function whyText(mod: Mod): string {
  const last = mod.ledger.seen.find(({ why }) => why !== undefined);
  if (last?.why === undefined) return 'No long result stayed whole in this session.';
  return `${last.tool} of ${last.name} stayed whole, because ${WHOLE_REASONS[last.why]}.`;
}
