import type { LoadTokenCounter } from '../../tokens/count-tokens.ts';
import type { ContextStore, NewSegment } from '../context-store.ts';
import { linksOf } from '../links/links-of.ts';
import { previewOf } from '../search/preview.ts';
import type { RawSegment } from './raw-segment.ts';

/** Hexadecimal digits of the content in an id that is made of it. */
const ID_DIGITS = 24;

export interface Preparing {
  readonly store: Pick<ContextStore, 'knownTokens' | 'list'>;
  readonly project: string;
  readonly loadTokenCounter: LoadTokenCounter;
}

/** Segments ready to be stored, and those that are there already. */
export interface Prepared {
  readonly fresh: readonly NewSegment[];
  /** Ids that are there with the same text. */
  readonly known: readonly string[];
  /** Ids that are there with another text, or twice with different ones. */
  readonly taken: readonly string[];
}

/**
 * Names segments by their content where nobody did, and derives what is stored with a text: hash, tokens (counted once
 * for a hash), links and preview. The same content handed in again is known, and is not derived again.
 */
export async function prepareSegments(raws: readonly RawSegment[], preparing: Preparing): Promise<Prepared> {
  const { store, project } = preparing;
  const named = await Promise.all(
    raws.map(async (raw) => {
      const hash = await sha256(raw.text);
      return { raw, hash, id: raw.id ?? (await idOf(raw, hash)) };
    }),
  );
  const unique = new Map<string, (typeof named)[number]>();
  const taken = new Set<string>();
  for (const one of named) {
    const before = unique.get(one.id);
    if (before === undefined) unique.set(one.id, one);
    else if (before.hash !== one.hash) taken.add(one.id);
  }
  const there = await store.list(
    project,
    { tiers: ['working', 'stashed', 'archive'], ids: [...unique.keys()] },
    { limit: Math.max(1, unique.size) },
  );
  const known: string[] = [];
  for (const { id, hash } of there.segments) {
    if (unique.get(id)?.hash === hash) known.push(id);
    else taken.add(id);
    unique.delete(id);
  }
  const fresh = [...unique.values()];
  const tokens = await countTokens(fresh, preparing);
  return { fresh: fresh.map((one) => toNew(one, tokens.get(one.hash) ?? 0)), known, taken: [...taken] };
}

interface Named {
  readonly raw: RawSegment;
  readonly hash: string;
  readonly id: string;
}

async function countTokens(
  named: readonly Named[],
  { store, loadTokenCounter }: Preparing,
): Promise<ReadonlyMap<string, number>> {
  if (named.length === 0) return new Map();
  const tokens = new Map(await store.knownTokens(named.map(({ hash }) => hash)));
  const uncounted = named.filter(({ hash, raw }) => !tokens.has(hash) && raw.tokens === undefined);
  if (uncounted.length > 0) {
    const count = await loadTokenCounter();
    for (const { hash, raw } of uncounted) if (!tokens.has(hash)) tokens.set(hash, count(raw.text));
  }
  return tokens;
}

function toNew({ raw, hash, id }: Named, tokens: number): NewSegment {
  const { text, file = null, tags = [], lines = null, task = null, topic = null } = raw;
  return {
    ...{ id, type: raw.type, text, hash, tokens: raw.tokens ?? tokens, preview: previewOf(text), task, topic },
    ...{ createdAt: raw.createdAt ?? null, pinned: raw.pinned ?? false, file, lines, tags },
    links: linksOf({ id, text, file, tags }),
  };
}

/** Of type, place and content: a file that is read twice unchanged is one segment. */
async function idOf({ type, file = '', lines }: RawSegment, hash: string): Promise<string> {
  const place = `${type}\n${file}\n${lines === undefined ? '' : `${lines.start}-${lines.end}`}\n${hash}`;
  return `${type}-${(await sha256(place)).slice(0, ID_DIGITS)}`;
}

async function sha256(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
