import { roomsReached } from './tree.ts';

/**
 * Draws the rooms of a tree as a Mermaid flowchart. An arrow that a way through other rooms stands for is left out, so
 * that it can be read.
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
