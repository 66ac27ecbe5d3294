import { readFile } from './tree.ts';

const DECLARED =
  /^export (?:(?:declare|default|async|abstract) )*(?:const|let|function\*?|class|interface|type|enum) ([\w$]+)/gm;

/** Returns the files that declare each exported name. */
function declarationsOf(files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const declared = new Map<string, string[]>();
  for (const file of files)
    for (const name of new Set([...readFile(file).matchAll(DECLARED)].map((match) => match[1] ?? '')))
      declared.set(name, [...(declared.get(name) ?? []), file]);
  return declared;
}

/** Names that several files export with one meaning, since the files implement one interface. */
const IMPLEMENTED: ReadonlySet<string> = new Set([
  // A host's hooks, settings and checks.
  ...['createHooks', 'otherHooks', 'DISABLING_SETTINGS', 'LIMIT_CHECK'],
  // Files of weights, written by the training.
  ...['VERSION', 'FITTED_ON'],
]);

/** Returns the exported names that files declare with different meanings, as `NAME: FILE, FILE`. */
export function namesTwice(files: readonly string[]): readonly string[] {
  return [...declarationsOf(files)]
    .filter(([name, there]) => there.length > 1 && !IMPLEMENTED.has(name))
    .map(([name, there]) => `${name}: ${there.join(', ')}`)
    .sort();
}
