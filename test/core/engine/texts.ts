/** A linear congruential generator, so that texts are the same on every runtime and in every run. */
export function generator(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const WORDS =
  'load save parse config user request response timeout buffer index value error stream node cache token retry merge split render'.split(
    ' ',
  );

/** Returns code-like text of about `size` lines with the given line break. Some texts end without one. */
export function sourceText(seed: number, size: number, lineBreak = '\n'): string {
  const next = generator(seed);
  const word = (): string => WORDS[next(WORDS.length)] as string;
  const lines: string[] = [];
  while (lines.length < size) {
    const name = word() + word().replace(/^./, (c) => c.toUpperCase());
    lines.push(`export function ${name}${next(100)}(${word()}, ${word()}) {`);
    for (let i = next(12); i >= 0; i--) {
      if (next(6) === 0) lines.push('');
      if (next(5) === 0) lines.push(`  if (${word()}.${word()}(${next(99)})) {`, `    return ${word()};`, '  }');
      else lines.push(`  const ${word()} = ${word()}(${word()}, '${word()} ${word()}');`);
    }
    lines.push('}', '');
  }
  return lines.slice(0, size).join(lineBreak) + (next(2) === 0 ? lineBreak : '');
}
