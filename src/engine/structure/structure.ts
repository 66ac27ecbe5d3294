import { type CooperativeTask, parts } from '../../text/cooperative-task.ts';
import type { Lines } from '../../text/lines.ts';
import type { PruneRequest, TextKind } from '../pruner.ts';
import type { Runs } from './blocks.ts';
import { headersApart, headersByLine, recordsApart } from './chunks/separate-chunks.ts';
import { hardEvidence } from './evidence.ts';
import { foreignFrames } from './frames.ts';
import { quietLines } from './levels.ts';
import { lineHead } from './line-head.ts';
import { type Outline, outline } from './outline.ts';
import type { Pair, Policy } from './policy.ts';
import { splitLong } from './records.ts';

/** A key with a plain value, in JSON, YAML, XML, and records of keys and values. */
const KEYED = /^\s*(?:- +)*(?:["']@?|<)?([A-Za-z_][\w-]*)(?:["']?\s*[:=|]\s*(?=[^\s{[|>])|>(?=[^\s<]))/;
/** Keys that name a record, best first. */
const NAMES = [
  'fullname',
  'fulltitle',
  'name',
  'title',
  'test',
  'artifactid',
  'modulename',
  'packagename',
  'pkgname',
  'package',
  'module',
  'alertname',
  'hostname',
  'username',
  'ruleid',
  'id',
  'key',
  'uuid',
  'sku',
  'path',
  'file',
];
/** The address of a resource, as Terraform writes it; its name (`this`) says little. */
const RESOURCE = /^\s*"address"\s*:\s*"(?:module\.|data\.)?[a-z]\w*\.[^"]+"/;
/** A map that holds the name of the record around it, as in Kubernetes. */
const HOLDER = /^\s*(?:- )?["']?metadata["']?\s*:/;
/** A tag that names the thing around it, as in lists of AWS: this key, and the value below or above. */
const TAG = /^\s*"Key"\s*:\s*"Name",?\s*$/;
/** Matches the first line of an item. A map below a key does not match, because the key is its name, if it is no number. */
const ITEM = /^\s*(?:\{|- |---|<\w|"[\d-]+": \{)/;
const LIST_ITEM = /^\s*- /;
/** UTF-16 units in which a key and the beginning of its value stand. */
const UNITS = 120;
/** Cost of the scan, as a share of the cost of counting tokens. */
const SHARE = 0.15;

const WITH_QUIET: ReadonlySet<TextKind> = new Set(['log', 'data', 'prose']);

/** A text with records that may have names. */
interface NamedText {
  readonly lines: Lines;
  readonly shape: Outline;
  /** The line that encloses each line, or -1. */
  readonly headers?: Int32Array | undefined;
  /** Records of keys and values. Default: a record is a line with the lines that it encloses. */
  readonly keyed?: Runs | undefined;
}

/**
 * For each line that opens a record (or, with `keyed`, is in one), returns the line that names the record, otherwise
 * -1. The two are shown together.
 */
function* recordNames({ lines, shape, headers, keyed }: NamedText): CooperativeTask<Int32Array> {
  const { count } = lines;
  const names = new Int32Array(count).fill(-1);
  const ranks = new Uint8Array(count).fill(NAMES.length);
  yield* parts(lines, SHARE, (from, to) => {
    for (let i = from; i < to; i++) {
      const line = lineHead(lines, i, UNITS);
      if (TAG.test(line)) nameByTag(i);
      const key = KEYED.exec(line)?.[1];
      const rank =
        key === undefined ? -1 : RESOURCE.test(line) ? 0 : NAMES.indexOf(key.toLowerCase().replaceAll(/[_-]/g, ''));
      if (rank < 0) continue;
      const opener = keyed ? (keyed.starts[keyed.of[i] as number] as number) : openerOf(i, line);
      if (opener < 0 || (ranks[opener] as number) <= rank) continue;
      names[opener] = i;
      ranks[opener] = rank;
    }
  });
  yield count;
  if (keyed) spread(names, keyed);
  else if (headers) dropOnlyRoot(names, headers);
  return names;

  function nameByTag(key: number): void {
    const tag = headers?.[key] ?? -1;
    const item = headers?.[headers[tag] ?? -1] ?? -1;
    const value = [key + 1, key - 1].find((at) => headers?.[at] === tag);
    if (item < 0 || value === undefined) return;
    names[item] = value;
    ranks[item] = 0;
  }

  /** Returns the line that opens the item which line `i` names, or -1. */
  function openerOf(i: number, line: string): number {
    if (LIST_ITEM.test(line)) return i;
    let child = i;
    let opener = headers?.[i] ?? -1;
    if (opener >= 0 && HOLDER.test(lineHead(lines, opener, UNITS))) {
      if (LIST_ITEM.test(lineHead(lines, opener, UNITS))) return opener;
      child = opener;
      opener = headers?.[opener] ?? -1;
    }
    if (opener < 0) return -1;
    // If there are several documents, the first line of each encloses even lines with the same indentation.
    const isDocument = shape.indents[child] === shape.indents[opener];
    return isDocument || ITEM.test(lineHead(lines, opener, UNITS)) ? opener : -1;
  }
}

/** Gives every line of a record the record's name; by default, its first line. */
function spread(names: Int32Array, { starts, count }: Runs): void {
  for (let r = 0; r < count; r++) {
    const from = starts[r] as number;
    const name = names[from] as number;
    names.fill(name < 0 ? from : name, from, starts[r + 1]);
  }
}

/** Drops the name of a record that encloses the whole text. */
function dropOnlyRoot(names: Int32Array, headers: Int32Array): void {
  const roots: number[] = [];
  for (let i = 0; i < names.length && roots.length < 2; i++) {
    if ((names[i] as number) >= 0 && headers[i] === -1) roots.push(i);
  }
  if (roots.length === 1) names[roots[0] as number] = -1;
}

/** A text as its policy reads it. */
export interface Structure {
  readonly policy: Policy;
  readonly shape: Outline;
  /** Units kept or omitted as a whole. Records of very many lines are cut into chunks. */
  readonly records: Runs | undefined;
  /** In source: the lines that open a bracket or a string, each with the line that closes it. */
  readonly pairs: readonly Pair[];
  /** The line that encloses each line, or -1. */
  readonly headers: Int32Array | undefined;
  /**
   * For each line that opens a record or is in one: the line that names the record, otherwise -1. The name is shown
   * with the line.
   */
  readonly names: Int32Array | undefined;
  /** Lines that are not kept with their record; one byte a line. */
  readonly aside: Uint8Array | undefined;
  /** Lines kept regardless of score; one byte a line. */
  readonly evidence: Uint8Array;
  /** Lines that go first: bytes, and events below the level `info`; one byte a line. Undefined if not told apart. */
  readonly quiet: Uint8Array | undefined;
}

/** Finds a text's records, the lines that enclose others, and the lines that are never dropped. */
export function* readStructure(
  lines: Lines,
  policy: Policy,
  { failed }: Pick<PruneRequest, 'failed'>,
): CooperativeTask<Structure> {
  const hasLabels = policy.kind === 'source';
  const shape = yield* outline(lines, hasLabels);
  // A policy reads whole lines, because part of a row or diff line has another form.
  const text = lines.chunks?.whole ?? lines;
  const ofText = lines.chunks ? yield* outline(text, hasLabels) : shape;
  const ofLines = policy.records && (yield* policy.records(text, ofText));
  const whole = ofLines && recordsApart(lines, ofLines);
  const records = whole && splitLong(whole, shape.roles);
  const pairs = (lines.chunks === undefined && ofLines?.pairs) || [];
  const enclosing = policy.headers && (yield* policy.headers(text, ofText));
  const headers = yield* headersApart(lines, policy, enclosing);
  const named = { lines: text, shape: ofText, headers: enclosing, keyed: policy.keyed ? ofLines : undefined };
  const names = policy.named || policy.keyed ? headersByLine(lines, yield* recordNames(named)) : undefined;
  const aside = policy.evidence?.errors ? yield* foreignFrames(lines, shape) : undefined;
  const evidence = yield* hardEvidence({ lines, policy, records: whole, aside, failed: failed === true });
  const quiet = WITH_QUIET.has(policy.kind) ? yield* quietLines(lines, policy.kind === 'log') : undefined;
  return { policy, shape, records, pairs, headers, names, aside, evidence, quiet };
}
