import { type Figure, isOver, toRow } from './figure.ts';

/** What is measured together, by its name on the command line. */
export type Sections = Readonly<Record<string, () => readonly Figure[] | Promise<readonly Figure[]>>>;

/** Sections asked for by their names; all by default. Throws if one is unknown. */
export function chosenSections(sections: Sections, names: readonly string[]): Sections {
  const unknown = names.find((name) => !(name in sections));
  if (unknown !== undefined) {
    throw new Error(`cannot measure "${unknown}": allowed are ${Object.keys(sections).join(', ')}`);
  }
  return Object.fromEntries(Object.entries(sections).filter(([name]) => names.length === 0 || names.includes(name)));
}

/**
 * Measures one section after another and writes its figures as soon as it has them. A section that fails stops no other. Sets
 * exit code 1 if one failed or a figure is over its bound.
 */
export async function runSections(sections: Sections, write: (line: string) => void): Promise<readonly Figure[]> {
  const all: Figure[] = [];
  for (const [name, measure] of Object.entries(sections)) {
    const from = performance.now();
    write(`\n${name}\n`);
    try {
      const figures = await measure();
      for (const figure of figures) write(`  ${toRow(figure)}\n`);
      all.push(...figures);
    } catch (error) {
      write(`  cannot be measured: ${String(error)}\n`);
      process.exitCode = 1;
    }
    write(`  (${((performance.now() - from) / 1000).toFixed(0)} s)\n`);
  }
  if (all.some(isOver)) process.exitCode = 1;
  return all;
}
