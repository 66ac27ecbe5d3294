import type { ContextFailure } from '../../context/context-error.ts';
import type { ContextStore } from '../../context/context-store.ts';
import { isDescribed, TIERS } from '../../context/segment.ts';
import { AllFailed } from './context-tool.ts';

/** Explains for each id why a change did not apply to it. */
export async function whyNot(
  store: ContextStore,
  project: string,
  ids: readonly string[],
  wanted: { readonly tier: 'working' | 'stashed' | 'any'; readonly pinned: boolean },
): Promise<readonly ContextFailure[]> {
  if (ids.length === 0) return [];
  const { segments } = await store.list(project, { tiers: TIERS, ids }, { limit: ids.length });
  const there = new Map(segments.map((one) => [one.id, one]));
  return ids.map((id): ContextFailure => {
    const found = there.get(id);
    if (found === undefined) {
      return { segment_id: id, code: 'SEGMENT_NOT_FOUND', message: `cannot find "${id}" in project "${project}"` };
    }
    const isThere = wanted.tier === 'any' || (wanted.tier === 'working') === (found.tier === 'working');
    if (wanted.pinned && found.pinned && isThere) {
      const message = `"${id}" is pinned: unpin it with context_gc_unpin`;
      return { segment_id: id, code: 'PERMISSION_DENIED', message };
    }
    if (wanted.tier === 'working' && isThere && isDescribed(found)) return textMissing('stash', id);
    return {
      segment_id: id,
      code: 'SEGMENT_NOT_FOUND',
      message: `"${id}" is in tier "${found.tier}": expected tier "${wanted.tier}"`,
    };
  });
}

/** Explains that an id is in use. */
export function idTaken(id: string): ContextFailure {
  const message = `cannot store "${id}": a segment with this id and another text exists; use another id`;
  return { segment_id: id, code: 'INVALID_PARAMETER', message };
}

/** Explains that only a preview of a segment is stored, and asks for its text. */
export function textMissing(verb: string, id: string): ContextFailure {
  const message = `cannot ${verb} "${id}": only a preview of it is stored; send its text with context_stash, as {"segment_id": "${id}", "text": …} in segments`;
  return { segment_id: id, code: 'text_missing', message };
}

/** Explains that the text of a segment has no room in the answer, and could not be stored as an artifact. */
export function textUnfit(id: string): ContextFailure {
  const message = `cannot return the text of "${id}": the answer has no room for it; retrieve this segment alone`;
  return { segment_id: id, code: 'INVALID_PARAMETER', message };
}

/** Throws if nothing was done and something failed. After partial success, the result reports the failures. */
export function checkAny(done: number, failed: readonly ContextFailure[]): void {
  if (done === 0 && failed.length > 0) throw new AllFailed(failed);
}
