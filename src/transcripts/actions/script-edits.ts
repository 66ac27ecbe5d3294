import type { Edit } from './action.ts';

/** A Python script in a here-document or after `-c` that writes files. */
const SCRIPT = /<<-?\s*\\?["']?\w+|\bpython[\d.]*\s+-c\b/;
const WRITES = /\.write(?:_text|lines)?\(|open\([^)\n]*,\s*(?:mode=)?["'][wa]/;
const STRING = /"""([\s\S]*?)"""|'''([\s\S]*?)'''|"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'/g;
const FILE = /^[\w@~./\\-]+\.\w{1,5}$/;
/** Min characters of a searched text. Modes and encodings are shorter. */
const MIN_FOUND = 12;

/**
 * Returns the edits of a Python script in a shell line that replaces texts in files. For every file it names, this is
 * each string that may be a searched text. The caller must check that the file contains it.
 */
export function toScriptEdits(line: string): readonly Edit[] {
  if (!SCRIPT.test(line) || !WRITES.test(line)) return [];
  const strings = [...line.matchAll(STRING)].map(([, ...groups]) =>
    unescaped(groups.find((group) => group !== undefined) ?? ''),
  );
  const files = [...new Set(strings.filter((text) => FILE.test(text)))];
  const found = strings.filter((text) => text.trim().length >= MIN_FOUND && !FILE.test(text));
  return files.map((file) => ({ file, found }));
}

/** Returns the edits of `sed -i 's/old/new/' FILE…`: the old text, if it is plain text. */
export function toSedEdits([program, ...args]: readonly string[]): readonly Edit[] {
  if (program !== 'sed' || !args.some((arg) => /^-(?:\w*i|-in-place)/.test(arg))) return [];
  const operands = args.filter((arg) => arg !== '' && !arg.startsWith('-'));
  const scripts = operands.filter((arg) => SUBSTITUTION.test(arg));
  const found = scripts
    .map((script) => plainText(SUBSTITUTION.exec(script)?.[2] ?? ''))
    .filter((text) => text !== undefined);
  const files = operands.filter((arg) => FILE.test(arg));
  return files.map((file) => ({ file, found, isEverywhere: true }));
}

const SUBSTITUTION = /^s([/|#,@])((?:[^\\]|\\.)*?)\1/;

/** Returns the text that a basic regular expression matches (POSIX BRE); undefined if it matches several. */
function plainText(pattern: string): string | undefined {
  const plain = pattern.replaceAll(/\\([^\w(){}+?|<>])/g, '$1');
  return plain.length < MIN_FOUND || /(?:^|[^\\])[*^$[\]]|\\[\w(){}+?|<>]/.test(pattern) ? undefined : plain;
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(n|t|["'\\]|\n)/g, (_, c: string) => ({ n: '\n', t: '\t', '\n': '' })[c] ?? c);
}
