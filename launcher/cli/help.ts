import { VARIABLES } from '../config/variables.ts';
import type { Command, CommandOption } from './command.ts';
import { COMMANDS } from './commands.ts';

const COMMON: Readonly<Record<string, CommandOption>> = {
  help: { type: 'boolean', short: 'h', help: 'Print this.' },
  version: { type: 'boolean', help: 'Print the version.' },
};

/** The help of one command; the nameless one's lists them all and the environment. */
export function helpOf(command: Command): string {
  const options = Object.entries({ ...command.options, ...COMMON }).map(([name, option]) => [
    flag(name, option),
    option.help,
  ]);
  const parts = [`Usage: ${command.usage}`, '', command.summary, '', 'Options:', ...table(options)];
  if (command.name === '') {
    const named = COMMANDS.filter(({ name }) => name !== '').map(({ usage, summary }) => [usage, summary]);
    const variables = Object.entries(VARIABLES).map(([name, { effect }]) => [name, effect.replaceAll('`', '')]);
    parts.push('', 'Commands:', ...table(named), '', 'Environment:', ...table(variables));
    parts.push('', 'Exit codes: 0 ok, 1 failed, 2 usage.');
  }
  return `${parts.join('\n')}\n`;
}

function flag(name: string, { short, value }: CommandOption): string {
  return `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
}

function table(rows: readonly (readonly string[])[]): string[] {
  const width = Math.max(...rows.map(([left = '']) => left.length));
  return rows.map(([left = '', right = '']) => `  ${left.padEnd(width)}  ${right}`);
}
