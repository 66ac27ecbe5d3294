import { toIssuePath } from './issue-path.ts';
import { type Node, nodeMembers } from './parse-text.ts';

/**
 * Returns the line of an issue's path in the text that `root` was parsed from, 1-based. If the file has no such value,
 * it is the line of the value around it.
 */
export function issueLines(root: Node, text: string): (path: string) => number {
  const offsets = new Map<string, number>();
  const visit = (node: Node, keys: readonly PropertyKey[]): void => {
    const at = (key: PropertyKey, value: Node, offset: number): void => {
      offsets.set(toIssuePath([...keys, key]), offset);
      visit(value, [...keys, key]);
    };
    if (node.type === 'object')
      for (const { key, value, property } of nodeMembers(node)) at(key, value, property.offset);
    if (node.type === 'array') for (const [i, value] of (node.children ?? []).entries()) at(i, value, value.offset);
  };
  visit(root, []);
  return (path) => {
    const around = [...offsets.keys()].filter((known) => isWithin(path, known));
    const nearest = around.reduce((best, known) => (known.length > best.length ? known : best), '');
    return text.slice(0, offsets.get(nearest) ?? root.offset).split(/\r\n|\r|\n/).length;
  };
}

/** True if the path is `outer` or below it. `servers.ab` is not below `servers.a`. */
function isWithin(path: string, outer: string): boolean {
  return path.startsWith(outer) && ['', '.', '['].includes(path.charAt(outer.length));
}
