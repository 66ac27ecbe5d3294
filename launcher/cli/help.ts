import { VARIABLES } from '../platform/settings/variables.ts';
import { alignRows } from './align-rows.ts';
import { COMMON_OPTIONS, type Command, type CommandOption } from './command.ts';
import { COMMANDS } from './commands.ts';

/** Max width of the first cell, in columns. A longer one gets a line of its own. */
const MAX_FIRST = 30;
/** Min width of the second cell, in columns, even on a narrow terminal. */
const MIN_SECOND = 30;

/** Formats rows of two cells as lines of at most `width` columns. The second cell wraps between words. */
export function wrapRows(rows: readonly (readonly string[])[], width: number): string[] {
  const fitting = rows.map(([first = '']) => first.length).filter((length) => length <= MAX_FIRST);
  const indent = Math.max(0, ...fitting) + 2;
  const room = Math.max(MIN_SECOND, width - indent);
  return rows.flatMap(([first = '', second = '']) => {
    const [head = '', ...rest] = wrap(second, room);
    const below = rest.map((line) => ' '.repeat(indent) + line);
    if (first.length <= MAX_FIRST) return [`${first.padEnd(indent)}${head}`, ...below];
    return [...wrap(first, width), ' '.repeat(indent) + head, ...below];
  });
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length <= width || line === '') line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

/** What the exit codes mean. */
export const EXIT_CODES = '0 ok, 1 failed, 2 usage, 3 too large (prune --strict), 128+n ended by signal n.';

/** Top-level commands, grouped by purpose. */
const GROUPS: readonly (readonly [title: string, names: readonly string[]])[] = [
  ['Set up', ['init', 'doctor']],
  ['See what it does', ['discover', 'stats', 'prune']],
  ['Other MCP servers', ['mcp', 'gateway']],
  ['Serve a team', ['serve', 'backup', 'restore', 'migrate']],
  ['More', ['run', 'context', 'hook', 'completion']],
];

const EXAMPLES = [
  ['mcp-pruner init --dry-run', 'Show what init would change.'],
  ['git log -p -n 50 | mcp-pruner prune -q "when did the timeout change?"', 'Print the lines that answer.'],
  ['mcp-pruner init --on', 'Shorten results of your agents’ own tools from now on.'],
  ['mcp-pruner help init', 'Print the options of one command.'],
  ['mcp-pruner mcp import', 'List the servers of your agents, to offer them through mcp-pruner.'],
] as const;

/**
 * Returns the help of one command. A group's help lists its commands; the nameless command's help lists all groups,
 * commands and environment variables. `width` is the terminal's width in columns; if undefined, lines are not wrapped.
 */
export function helpOf(command: Command, width?: number): string {
  const table = (rows: readonly (readonly string[])[]): string[] =>
    (width === undefined ? alignRows(rows) : wrapRows(rows, width - 2)).map((line) => `  ${line}`.trimEnd());
  const told = (text: string): string[] => (width === undefined ? [text] : wrap(text, width));
  const rowsOf = (commands: readonly Command[]) => commands.map(({ usage, summary }) => [usage, summary]);
  const options = Object.entries({ ...command.options, ...COMMON_OPTIONS }).map(([name, option]) => [
    flag(name, option),
    option.help,
  ]);
  const parts = [...told(`Usage: ${command.usage}`), '', ...told(command.summary), '', 'Options:', ...table(options)];
  const inside = commandsIn(command.name);
  if (command.name !== '' && inside.length > 0) parts.push('', 'Commands:', ...table(rowsOf(inside)));
  if (command.name === '') {
    for (const [title, names] of GROUPS) {
      parts.push('', `${title}:`, ...table(rowsOf(inside.filter(({ name }) => names.includes(name)))));
    }
    const variables = Object.entries(VARIABLES).map(([name, { effect }]) => [name, effect.replaceAll('`', '')]);
    parts.push('', 'Environment:', ...table(variables));
    parts.push('', 'Examples:', ...table(EXAMPLES));
    parts.push('', ...told(`Exit codes: ${EXIT_CODES}`));
  }
  return `${parts.join('\n')}\n`;
}

/** Returns the direct subcommands of a group. */
export function commandsIn(group: string): readonly Command[] {
  const start = group === '' ? '' : `${group} `;
  return COMMANDS.filter(
    ({ name }) => name !== '' && name.startsWith(start) && !name.slice(start.length).includes(' '),
  );
}

/** Returns an option as it is typed, with its placeholder. */
export function flag(name: string, { short, value }: CommandOption): string {
  return `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
}
