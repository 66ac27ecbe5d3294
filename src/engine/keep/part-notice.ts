import type { Lines } from '../../text/lines.ts';
import { chosenNotice, partlyShown } from '../../text/unmatched.ts';
import type { PruneRequest } from '../pruner.ts';
import type { LineScores } from '../score/scorer.ts';
import type { Structure } from '../structure/structure.ts';
import { Kept } from './select.ts';

/** Returns the notice for an answer that leaves out lines which the question selects; undefined if it shows them all. */
export function partNotice(
  { selected = [], isEvery = false }: LineScores,
  keep: Uint8Array,
  firstLine = 1,
): string | undefined {
  const missing = selected.filter((line) => keep[line] === Kept.no).map((line) => line + firstLine);
  return missing.length === 0 ? undefined : partlyShown({ lines: selected.length, missing, isEvery });
}

/** A question that is answered by every item of a list that matches. */
const WHOLE = /\b(?:which(?! (?:\S+ ){1,3}(?:is|was|has|does)\b)|list|all|every\w*|any\w*|how many)\b/i;

interface PartOfList {
  readonly request: PruneRequest;
  readonly lines: Lines;
  readonly structure: Pick<Structure, 'policy'>;
  readonly found: LineScores;
}

/** Returns the notice for a part of a list that words or marks chose, if the question is about all of it. */
export function listNotice({ request, lines, structure, found }: PartOfList, keep: Uint8Array): string | undefined {
  const isList = structure.policy.rows === 'list' || found.list !== undefined;
  const isExact = found.isOrdered === true || lines.chunks !== undefined;
  if (!isList || isExact || request.automatic !== undefined || !WHOLE.test(request.question)) return undefined;
  const shown = keep.filter((kept) => kept !== Kept.no).length;
  return shown < keep.length ? chosenNotice(shown, keep.length) : undefined;
}
