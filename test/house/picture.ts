import { roomsReached } from './tree.ts';

/**
 * Draws the rooms of a tree as a Mermaid flowchart. Leaves out an arrow if a longer way leads to the same room, so that
 * the picture stays readable.
 */
export function pictureOf(tree: string): string {
  const reached = roomsReached(tree);
  const leadsTo = (from: string, to: string): boolean =>
    [...(reached.get(from) ?? [])].some((next) => next === to || leadsTo(next, to));
  const arrows = [...reached].flatMap(([from, tos]) =>
    [...tos]
      .filter((to) => ![...tos].some((other) => other !== to && leadsTo(other, to)))
      .map((to) => `  ${from} --> ${to}`),
  );
  return ['```mermaid', 'flowchart TD', ...arrows.sort(), '```'].join('\n');
}
