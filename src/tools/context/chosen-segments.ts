import { quote } from '../../base/json/quote.ts';
import { ContextError, type ContextFailure } from '../../context/context-error.ts';
import type { FoundSegments } from '../../context/context-store.ts';
import { toTerms } from '../../context/search/query-terms.ts';
import type { Tier } from '../../context/segment.ts';
import type { GivenFilters } from './arguments.ts';
import { sortIds, toFilter } from './check-arguments.ts';
import type { ContextDeps } from './context-deps.ts';

/** Ways to choose segments: by id, by query, by metadata. All given conditions must hold. */
export interface Choice {
  readonly segment_ids?: readonly string[] | undefined;
  readonly query?: string | undefined;
  readonly filters?: GivenFilters | undefined;
}

export interface ChosenSegments extends FoundSegments {
  /** Ids that are malformed. */
  readonly failed: readonly ContextFailure[];
  /** Well-formed ids, in the order given. */
  readonly asked: readonly string[];
}

/** True if there is any condition. Filters without a field are no condition, so `{}` never means all segments. */
export function isChoice({ segment_ids, query, filters }: Choice): boolean {
  return segment_ids !== undefined || query !== undefined || hasField(filters);
}

/** True if ids are the only condition. A missing id is then a failure, not just a segment that did not match. */
export function isByIds({ segment_ids, query, filters }: Choice): boolean {
  return segment_ids !== undefined && query === undefined && !hasField(filters);
}

function hasField(filters: GivenFilters | undefined): boolean {
  return Object.values(filters ?? {}).some(
    (value) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
}

/** Finds the chosen segments of some tiers: best first with a query, otherwise newest first. */
export async function chooseSegments(
  choice: Choice,
  { store }: Pick<ContextDeps, 'store'>,
  project: string,
  { tiers, limit, offset }: { readonly tiers: readonly Tier[]; readonly limit: number; readonly offset?: number },
): Promise<ChosenSegments> {
  const { valid, failed } = sortIds(choice.segment_ids ?? []);
  const ids = choice.segment_ids === undefined ? undefined : valid;
  const filter = { ...toFilter(choice.filters, tiers), ids };
  if (choice.query === undefined) {
    return { ...(await store.list(project, filter, { limit, offset })), failed, asked: valid };
  }
  const terms = toTerms(choice.query);
  if (terms.length === 0) {
    throw new ContextError('INVALID_PARAMETER', `cannot search for ${quote(choice.query)}: expected at least one word`);
  }
  return { ...(await store.search(project, terms, filter, { limit, offset })), failed, asked: valid };
}
