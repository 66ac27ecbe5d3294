import type { Fact, LabelledLine, OutputCase } from './labelled-set.ts';

/** For lines longer than this, the label's text is only the part that answers. */
const LONG = 400;

/** Local paths of the machine that made a text, and text that looks like a secret. */
const FORBIDDEN = [
  /(?<![\w.-])\/(?:work|root)\//,
  /(?<!\/var)\/tmp\/(?!<)/,
  /-----BEGIN [A-Z ]*PRIVATE KEY/,
  /\b(?:AKIA[0-9A-Z]{16}|gh[pousr]_\w{20,}|sk-[\w-]{20,}|eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]+)/,
];

/** Lists what is wrong with a labelled output, one fault per line. Empty if the labels fit the text. */
export function labelFaults(output: OutputCase): readonly string[] {
  const { text, command, exitCode = 0, failure, questions } = output;
  const lines = text.split(/\r?\n/);
  const faults: string[] = [];
  if (questions.length === 0) faults.push('there is no question');
  if (exitCode !== 0 && (failure ?? []).length === 0) faults.push(`exit code ${exitCode}, but no line of the failure`);
  if (exitCode === 0 && failure !== undefined) faults.push('lines of a failure, but exit code 0');
  for (const question of questions) {
    if ('facts' in question && question.facts.length === 0) faults.push(`no fact answers "${question.ask}"`);
  }
  for (const fact of [...(failure ?? []), ...questions.flatMap((one) => ('facts' in one ? one.facts : []))]) {
    faults.push(...factFaults(fact, lines));
  }
  for (const one of FORBIDDEN) {
    if (one.test(text) || one.test(command))
      faults.push(`text or command holds ${one}, a path or a secret of a machine`);
  }
  return faults;
}

function factFaults(fact: Fact, lines: readonly string[]): readonly string[] {
  if ('anyWith' in fact) {
    const found = lines.filter((line) => line.includes(fact.anyWith)).length;
    return found === fact.lines ? [] : [`${found} lines hold "${fact.anyWith}", not ${fact.lines}`];
  }
  const labels = 'anyOf' in fact ? fact.anyOf : [fact];
  return labels
    .filter((label) => !isAt(label, lines[label.line - 1]))
    .map(({ line, text }) => `line ${line} is not "${text}"`);
}

function isAt({ text }: LabelledLine, line: string | undefined): boolean {
  return line !== undefined && text !== '' && (line.length <= LONG ? line === text : line.includes(text));
}
