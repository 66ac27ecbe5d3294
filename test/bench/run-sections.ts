import { type Figure, isMissed, toRow } from './figure.ts';

/** Figures that are measured together. */
export interface Section {
  /** A few words about the measurement. */
  readonly about: string;
  /** Yields each figure as soon as it is measured. */
  readonly measure: () => Iterable<Figure> | AsyncIterable<Figure>;
  /** True for a section that takes long and only runs if it is named. */
  readonly isNamedOnly?: boolean;
}

/** Sections by their names on the command line. */
export type Sections = Readonly<Record<string, Section>>;

/** Returns the named sections; by default all except those that must be named. Throws if a name is unknown. */
export function chosenSections(sections: Sections, names: readonly string[]): Sections {
  const unknown = names.find((name) => !Object.hasOwn(sections, name));
  if (unknown !== undefined) {
    throw new Error(`unknown section "${unknown}": expected ${Object.keys(sections).join(', ')}`);
  }
  const isChosen = (name: string, { isNamedOnly = false }: Section): boolean =>
    names.length === 0 ? !isNamedOnly : names.includes(name);
  return Object.fromEntries(Object.entries(sections).filter(([name, section]) => isChosen(name, section)));
}

/** Lists the sections and what they measure, one per line. */
export function listSections(sections: Sections): string {
  const width = Math.max(...Object.keys(sections).map((name) => name.length));
  const lines = Object.entries(sections).map(([name, { about, isNamedOnly = false }]) => {
    return `  ${name.padEnd(width)}  ${about}${isNamedOnly ? ' (only if it is named)' : ''}\n`;
  });
  return lines.join('');
}

export interface Outcome {
  readonly figures: readonly Figure[];
  /** Names of the sections that failed before their end. */
  readonly failed: readonly string[];
}

/**
 * Runs the sections one after another, and writes each figure as soon as it is measured. If a section fails, the others
 * still run.
 */
export async function runSections(
  sections: Sections,
  write: (line: string) => void,
  toFigure: (measured: Figure) => Figure = (figure) => figure,
): Promise<Outcome> {
  const figures: Figure[] = [];
  const failed: string[] = [];
  for (const [name, { about, measure }] of Object.entries(sections)) {
    const from = performance.now();
    write(`\n${name}: ${about}\n`);
    try {
      for await (const measured of measure()) {
        const figure = toFigure(measured);
        figures.push(figure);
        write(`  ${toRow(figure)}\n`);
      }
    } catch (error) {
      failed.push(name);
      write(`  cannot be measured: ${error instanceof Error ? error.message : String(error)}\n`);
    }
    write(`  (${secondsSince(from)} s)\n`);
  }
  return { figures, failed };
}

/** Returns a summary in one line: how many goals are reached, and which are missed. */
export function sumUp({ figures, failed }: Outcome): string {
  const missed = figures.filter(isMissed).map(({ name }) => name);
  const goals = figures.filter(({ goal }) => goal !== undefined).length;
  const counts = `${figures.length} figures, ${goals - missed.length} of ${goals} goals reached`;
  const lists = [
    ...(missed.length > 0 ? [`missed: ${missed.join('; ')}`] : []),
    ...(failed.length > 0 ? [`cannot be measured: ${failed.join(', ')}`] : []),
  ];
  return [counts, ...lists].join('\n');
}

export function secondsSince(from: number): string {
  return ((performance.now() - from) / 1000).toFixed(0);
}
