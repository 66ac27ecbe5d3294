import { sha256, toHex } from '../../base/sha256.ts';
import { countInTurns } from '../../base/tokens/count-in-turns.ts';
import type { LoadTokenCounter } from '../../base/tokens/count-tokens.ts';
import type { ContextStore, NewSegment } from '../context-store.ts';
import { lineSketchOf } from '../links/line-sketch.ts';
import { linksOf } from '../links/links-of.ts';
import { previewOf } from '../search/preview.ts';
import { isDescribed, type ShownSegment } from '../segment.ts';
import type { RawSegment } from './raw-segment.ts';

/** Hex digits of the content hash in a derived id. */
const ID_DIGITS = 24;
/** Characters processed before yielding to other work: about 30 ms. Most calls bring less. */
const A_TURN = 262_144;

export interface Preparing {
  readonly store: Pick<ContextStore, 'knownTokens' | 'list'>;
  readonly project: string;
  readonly loadTokenCounter: LoadTokenCounter;
  /** Redacts a text, path, tag or topic before it is stored. Default: no redaction. */
  readonly redact?: ((text: string) => string) | undefined;
}

/** Segments ready to be stored, and ids that exist already. */
export interface Prepared {
  /** New segments, and texts for segments that were only described. */
  readonly fresh: readonly NewSegment[];
  /** Ids that exist with the same text, or get it with this call. */
  readonly known: readonly string[];
  /** Ids that exist with a different text, or were given twice with different texts. */
  readonly taken: readonly string[];
}

/**
 * Prepares segments for storage. A segment without an id gets one derived from its content. Computes what is stored
 * with a text: hash, tokens (counted once per hash), links, sketch and preview. Content that is already stored is
 * recognized and not processed again.
 */
export async function prepareSegments(given: readonly RawSegment[], preparing: Preparing): Promise<Prepared> {
  const { store, project, redact } = preparing;
  const raws = redact === undefined ? given : given.map((raw) => redacted(raw, redact));
  const named = await Promise.all(
    raws.map(async (raw) => {
      const hash = toHex(await sha256(raw.text));
      return { raw, hash, id: raw.id ?? (await idOf(raw, hash)) };
    }),
  );
  const unique = new Map<string, (typeof named)[number]>();
  const taken = new Set<string>();
  for (const one of named) {
    const before = unique.get(one.id);
    // A segment with a text replaces one that is only described.
    if (before === undefined || (isDescribed(before.raw) && !isDescribed(one.raw))) unique.set(one.id, one);
    else if (isDescribed(one.raw) && !isDescribed(before.raw)) continue;
    else if (before.hash !== one.hash) taken.add(one.id);
  }
  const there = await store.list(
    project,
    { tiers: ['working', 'stashed', 'archive'], ids: [...unique.keys()] },
    { limit: Math.max(1, unique.size) },
  );
  const known: string[] = [];
  for (const one of there.segments) {
    const given = unique.get(one.id);
    const isFilled = given !== undefined && isDescribed(one) && !isDescribed(given.raw);
    if (isFilled || given?.hash === one.hash) known.push(one.id);
    else taken.add(one.id);
    if (isFilled) unique.set(one.id, { ...given, raw: completed(given.raw, one) });
    else unique.delete(one.id);
  }
  const turn = takeTurns();
  const missing = [...unique.values()];
  const tokens = await countTokens(missing, preparing, turn);
  const fresh: NewSegment[] = [];
  for (const one of missing) {
    await turn(one.raw.text.length);
    fresh.push(toNew(one, tokens.get(one.hash) ?? 0));
  }
  return { fresh, known, taken: [...taken] };
}

interface Named {
  readonly raw: RawSegment;
  readonly hash: string;
  readonly id: string;
}

/** Redacts everything but the id, which callers need to request the segment. */
function redacted(raw: RawSegment, redact: (text: string) => string): RawSegment {
  const { text, file, tags, topic } = raw;
  return {
    ...raw,
    text: redact(text),
    file: file && redact(file),
    tags: tags?.map(redact),
    topic: topic && redact(topic),
  };
}

/** Fills in missing fields of a text from the segment's stored description. */
function completed(raw: RawSegment, { type, file, lines, topic }: ShownSegment): RawSegment {
  return {
    ...raw,
    type: raw.type ?? type,
    file: raw.file ?? file ?? undefined,
    lines: raw.lines ?? lines ?? undefined,
    topic: raw.topic ?? topic ?? undefined,
  };
}

async function countTokens(
  named: readonly Named[],
  { store, loadTokenCounter }: Preparing,
  turn: (chars: number) => Promise<void>,
): Promise<ReadonlyMap<string, number>> {
  if (named.length === 0) return new Map();
  const tokens = new Map(await store.knownTokens(named.map(({ hash }) => hash)));
  const uncounted = named.filter(({ hash, raw }) => !tokens.has(hash) && raw.tokens === undefined);
  if (uncounted.length > 0) {
    const count = await loadTokenCounter();
    for (const { hash, raw } of uncounted) {
      if (!tokens.has(hash)) tokens.set(hash, await countInTurns(raw.text, count, turn));
    }
  }
  return tokens;
}

/** Yields to other work every `A_TURN` characters. */
function takeTurns(): (chars: number) => Promise<void> {
  let done = 0;
  return async (chars) => {
    done += chars;
    if (done < A_TURN) return;
    done = 0;
    await new Promise((resolve) => setTimeout(resolve));
  };
}

function toNew({ raw, hash, id }: Named, tokens: number): NewSegment {
  const { text, type = 'note', file = null, tags = [], lines = null, task = null, topic = null } = raw;
  return {
    ...{ id, type, text, hash, tokens: raw.tokens ?? tokens, preview: previewOf(text), task, topic },
    ...{ createdAt: raw.createdAt ?? null, pinned: raw.pinned ?? false, file, lines, tags },
    links: linksOf({ id, text, file, tags }),
    sketch: isOfFile(raw) ? lineSketchOf(text) : '',
  };
}

/**
 * True if the segment shows lines of a file. Summaries contain other lines, and a segment described by a platform has
 * no text here.
 */
function isOfFile(raw: RawSegment): boolean {
  return raw.type === 'code' && raw.file !== undefined && raw.file !== null && !isDescribed(raw);
}

/** Derives an id from type, place and content, so that a file read twice unchanged is one segment. */
async function idOf({ type = 'note', file = '', lines }: RawSegment, hash: string): Promise<string> {
  const place = `${type}\n${file}\n${lines === undefined ? '' : `${lines.start}-${lines.end}`}\n${hash}`;
  return `${type}-${toHex(await sha256(place)).slice(0, ID_DIGITS)}`;
}
