import { mkdirSync, writeFileSync } from 'node:fs';
import { COMMON_OPTIONS } from '../launcher/cli/command.ts';
import { COMMANDS } from '../launcher/cli/commands.ts';
import { EXIT_CODES, flag } from '../launcher/cli/help.ts';
import { VARIABLES } from '../launcher/platform/settings/variables.ts';

/** Escapes a text for roff: backslashes, dashes, and a control character at the beginning. */
const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/, '\\&');
const item = (head: string, text: string): string => `.TP\n\\fB${escaped(head)}\\fR\n${escaped(text)}`;

/** Returns the manual page in the `man` macros of roff, made from the same tables as `--help`. */
export function manPage(version: string): string {
  const commands = COMMANDS.map(({ usage, summary, options }) => {
    const flags = Object.entries({ ...options, ...COMMON_OPTIONS }).map(([name, option]) =>
      item(flag(name, option), option.help),
    );
    return [`.SS ${escaped(usage)}`, escaped(summary), ...flags].join('\n');
  });
  const variables = Object.entries(VARIABLES).map(([name, { effect }]) => item(name, effect.replaceAll('`', '')));
  return `${[
    `.TH MCP\\-PRUNER 1 "" "mcp\\-pruner ${escaped(version)}"`,
    '.SH NAME',
    'mcp\\-pruner \\- shortens what coding agents read, and keeps the full text',
    '.SH COMMANDS',
    ...commands,
    '.SH ENVIRONMENT',
    ...variables,
    '.SH EXIT STATUS',
    escaped(EXIT_CODES),
  ].join('\n')}\n`;
}

if (import.meta.main) {
  const { default: packageJson } = await import('../package.json', { with: { type: 'json' } });
  const folder = new URL('../dist/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL('mcp-pruner.1', folder), manPage(packageJson.version));
}
