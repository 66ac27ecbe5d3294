import { VARIABLES } from '../config/variables.ts';
import { alignRows } from './align-rows.ts';
import type { Command, CommandOption } from './command.ts';
import { COMMANDS } from './commands.ts';

const COMMON: Readonly<Record<string, CommandOption>> = {
  help: { type: 'boolean', short: 'h', help: 'Print this.' },
  version: { type: 'boolean', help: 'Print the version.' },
};

/** The help of one command; a group's lists what it has, the nameless one's all groups and commands and the environment. */
export function helpOf(command: Command): string {
  const options = Object.entries({ ...command.options, ...COMMON }).map(([name, option]) => [
    flag(name, option),
    option.help,
  ]);
  const parts = [`Usage: ${command.usage}`, '', command.summary, '', 'Options:', ...table(options)];
  const inside = commandsIn(command.name).map(({ usage, summary }) => [usage, summary]);
  if (inside.length > 0) parts.push('', 'Commands:', ...table(inside));
  if (command.name === '') {
    const variables = Object.entries(VARIABLES).map(([name, { effect }]) => [name, effect.replaceAll('`', '')]);
    parts.push('', 'Environment:', ...table(variables));
    parts.push('', 'Exit codes: 0 ok, 1 failed, 2 usage.');
  }
  return `${parts.join('\n')}\n`;
}

/** The commands one word below a group's name. */
export function commandsIn(group: string): readonly Command[] {
  const start = group === '' ? '' : `${group} `;
  return COMMANDS.filter(
    ({ name }) => name !== '' && name.startsWith(start) && !name.slice(start.length).includes(' '),
  );
}

function flag(name: string, { short, value }: CommandOption): string {
  return `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
}

function table(rows: readonly (readonly string[])[]): string[] {
  return alignRows(rows).map((line) => `  ${line}`);
}
