import process from 'node:process';
import { parseArgs } from 'node:util';
import { eased, isMissed } from './figure.ts';
import { chosenSections, listSections, runSections, type Sections, secondsSince, sumUp } from './run-sections.ts';

const OPTIONS = {
  help: { type: 'boolean', short: 'h', default: false },
  list: { type: 'boolean', default: false },
  ratios: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

const OPTIONS_HELP = {
  list: 'list the sections',
  ratios: 'for a busy machine: goals of ratios and counts alone, and half more than each',
  json: 'print the figures as JSON on stdout in the end, and each as it comes on stderr',
  help: 'print this help',
};

export interface BenchCommand {
  /** The command line that starts it, such as `pnpm bench`. */
  readonly name: string;
  /** Returns the sections, given the values of the command's own options. */
  readonly sections: (options: Readonly<Record<string, string | undefined>>) => Sections;
  /** This command's own options that take a value, with their help. */
  readonly options?: Readonly<Record<string, string>>;
}

export interface BenchOutput {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

const OUTPUT: BenchOutput = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
};

/**
 * Runs the sections that the arguments name, or all. Returns the exit code: 0 if all goals are reached, 1 if one is missed or
 * a section could not be measured, 2 if the arguments are wrong.
 */
export async function runBench(
  command: BenchCommand,
  args: readonly string[],
  output: BenchOutput = OUTPUT,
): Promise<number> {
  const { name, options = {} } = command;
  const from = performance.now();
  try {
    const own = Object.fromEntries(Object.keys(options).map((option) => [option, { type: 'string' }] as const));
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...own, ...OPTIONS },
      allowPositionals: true,
    });
    const sections = command.sections(
      values as Readonly<Record<string, unknown>> as Readonly<Record<string, string | undefined>>,
    );
    if (values.help || values.list) {
      output.out(values.list ? listSections(sections) : helpOf(command, sections));
      return 0;
    }
    const chosen = chosenSections(sections, positionals);
    const write = values.json ? output.err : output.out;
    write('Each figure is printed as it is measured. In brackets: the middle half of the runs, or each run.\n');
    const outcome = await runSections(chosen, write, values.ratios ? eased : undefined);
    write(`\n${sumUp(outcome)} (${secondsSince(from)} s)\n`);
    const figures = outcome.figures.map((figure) => ({ ...figure, missed: isMissed(figure) }));
    if (values.json) output.out(`${JSON.stringify(figures)}\n`);
    return outcome.failed.length > 0 || figures.some(({ missed }) => missed) ? 1 : 0;
  } catch (error) {
    output.err(`${name}: ${(error as Error).message}\n`);
    return 2;
  }
}

function helpOf({ name, options = {} }: BenchCommand, sections: Sections): string {
  const own = Object.entries(options).map(([option, help]) => [`--${option} VALUE`, help] as const);
  const common = Object.entries(OPTIONS_HELP).map(([option, help]) => [`--${option}`, help] as const);
  const all = [...own, ...common].map(([option, help]) => `  ${option.padEnd(16)}  ${help}\n`);
  return `Measures sections, all by default, and prints each figure with its goal as soon as it has it.

Usage: ${name} [OPTION...] [SECTION...]

Sections:
${listSections(sections)}
Options:
${all.join('')}
Exit code: 0 if all goals are reached, 1 if one is missed or a section cannot be measured, 2 if the arguments are wrong.
`;
}
