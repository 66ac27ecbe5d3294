import { collect } from '../../../../src/context/collector/collect.ts';
import { lineSketchOf } from '../../../../src/context/links/line-sketch.ts';
import { linksOf } from '../../../../src/context/links/links-of.ts';
import type { SegmentType, WorkingSegment } from '../../../../src/context/segment.ts';
import { estimateTokens } from '../../../../src/engine/keep/tokens.ts';
import { readMarker } from '../../../../src/text/gap-marker.ts';
import { LIKE_NOTICE, readHookNotice } from '../../../../src/text/hook-notice.ts';
import type { Arguments } from '../../../../src/transcripts/session-event.ts';
import { whyAlwaysWhole } from '../../../../src/unasked/why-whole.ts';
import { hiddenWords } from './hidden-words.ts';
import type { ModHost, ModMessage, ModToolResult } from './mod-host.ts';
import { originals } from './originals.ts';
import { toClaudeResult } from './results.ts';

/** A message before a compaction. If it goes back with its handle, it stays as it is, with what the model thought. */
export interface CompactMessage extends ModMessage {
  readonly handle?: string;
}

/** Request for a compaction, by the user or by Claude Code (its event `session.compact`). */
export interface CompactInput {
  readonly trigger: string;
  readonly agentId?: string;
  readonly instructions?: string;
  readonly messages: readonly CompactMessage[];
}

/** Min UTF-16 units of a result that may be left out: several times the line that names its file. */
const MIN_CHARS = 1000;
/** Max share of the text that may stay. If more would stay, the next compaction would come soon. */
const MAX_SHARE = 0.5;
/** Milliseconds after which no more results are put into files, and number that are written at a time. */
const WRITING = { ms: 5000, atOnce: 8 } as const;
/** Names of the task of the last prompt, and of all before. */
const [NOW, BEFORE] = ['now', 'before'];
/** Reasons why a result is never left out. */
const STAYS: ReadonlySet<string> = new Set(['instructions', 'ignored']);

/** A result of a call. */
interface GivenText {
  readonly id: string;
  readonly tool: string;
  readonly args: Arguments;
  /** Text that the model was shown; `text` is without line numbers if it is of a file. */
  readonly shown: string;
  readonly text: string;
  readonly path: string | undefined;
  readonly segment: WorkingSegment;
}

/**
 * Compacts a session without a summary: words and calls stay word for word, and results that it can do without become a
 * line that names a file with the whole. Undefined if too little can be left out so, or if words would be lost.
 * `isIgnored`: true for a file that must stay whole.
 */
export async function compacted(
  messages: readonly CompactMessage[],
  host: ModHost,
  isIgnored: (file: string) => boolean = () => false,
): Promise<readonly CompactMessage[] | undefined> {
  const lines = await keepAll(expendable(messages, isIgnored), host);
  const hidden = lines.size === 0 ? undefined : await hiddenWords(host);
  if (hidden === undefined) return undefined;
  const size = (all: readonly CompactMessage[]): number => all.reduce((sum, message) => sum + sizeOf(message), 0);
  const rest = withLines(messages, lines, hidden.canRebuild);
  return size(rest) > size(messages) * MAX_SHARE ? undefined : rest;
}

/** Puts results into files, largest first, as long as there is time. Returns lines that name the files, by call. */
async function keepAll(spare: readonly GivenText[], host: ModHost): Promise<ReadonlyMap<string, string>> {
  const lines = new Map<string, string>();
  const end = (await host.now()) + WRITING.ms;
  const queue = spare.toSorted((a, b) => b.shown.length - a.shown.length).values();
  const write = async (): Promise<void> => {
    for (const given of queue) {
      if ((await host.now()) > end) return;
      const ref = await keptIn(given, host).catch(() => undefined);
      if (ref !== undefined) lines.set(given.id, lineFor(ref));
    }
  };
  await Promise.all(Array.from({ length: WRITING.atOnce }, write));
  return lines;
}

const lineFor = (ref: string): string =>
  `[mcp-pruner left out this result when the session was compacted. All of it: file "${ref}"]`;

const sizeOf = ({ text, toolUses, toolResults = [] }: CompactMessage): number =>
  [text, ...toolUses.map(({ input }) => JSON.stringify(input)), ...toolResults.map((one) => one.text)].join('').length;

/** Matches the record of a result that has more than text. Quotation marks within a text are escaped. */
const NO_TEXT = /"(?:base64|mimeType)":"|"isImage":true|"type":"(?:image|notebook|pdf|parts)"/;

/** True for a result that can be built again from its text. */
const isPlain = ({ text, result }: ModToolResult): boolean =>
  text !== '' && !NO_TEXT.test(JSON.stringify(result) ?? '');

/** True for one result without an image. Nothing says in which order a message had several, and images between them. */
const isRebuildable = (results: readonly ModToolResult[]): boolean => results.length === 1 && results.every(isPlain);

/** Returns the results that the session can do without, and those that refer to one of them. */
function expendable(messages: readonly CompactMessage[], isIgnored: (file: string) => boolean): readonly GivenText[] {
  const { segments, given, activeFile } = segmentsOf(messages);
  const state = { currentTask: NOW as string, activeFile, collections: 0, latest: segments.length };
  const { roots } = collect({ segments, ...state, inSnapshots: new Map() });
  const kept = new Set(segments.filter((_, at) => roots[at] !== undefined));
  const staysWhole = (one: GivenText): boolean => STAYS.has(whyAlwaysWhole(one, { isIgnored }) ?? '');
  const isSpare = (one: GivenText): boolean =>
    one.shown.length >= MIN_CHARS && !kept.has(one.segment) && !staysWhole(one);
  return given.some(isSpare) ? given.filter((one) => isSpare(one) || refersBack(one.shown)) : [];
}

const refersBack = (shown: string): boolean => shown.split('\n').some((line) => readMarker(line)?.kind === 'known');

/** Returns all texts as the collector sees them. */
function segmentsOf(messages: readonly CompactMessage[]) {
  const uses = new Map(messages.flatMap(({ toolUses }) => toolUses).map((use) => [use.tool_use_id, use]));
  const last = messages.findLastIndex(({ role, text }) => role === 'user' && text !== '');
  const segments: WorkingSegment[] = [];
  const given: GivenText[] = [];
  let activeFile: string | null = null;
  for (const [at, { text, toolUses, toolResults = [] }] of messages.entries()) {
    const add = (type: SegmentType, text: string, file: string | null = null): WorkingSegment => {
      const id = String(segments.length);
      const segment: WorkingSegment = {
        ...{ id, type, file, tags: [], lines: null, topic: null, pinned: false, entered: 0, tier: 'working' },
        ...({ task: at < last ? BEFORE : NOW, createdAt: at, touchedAt: at } as {
          task: string;
          createdAt: number;
          touchedAt: number;
        }),
        tokens: estimateTokens(text, 0, text.length),
        links: linksOf({ id, text, file, tags: [] }),
        sketch: file === null ? '' : lineSketchOf(text),
      };
      segments.push(segment);
      return segment;
    };
    if (text !== '') add('message', text);
    for (const { input, tool } of toolUses)
      if (/Edit|Write/.test(tool) && typeof input['file_path'] === 'string') activeFile = input['file_path'];
    if (!isRebuildable(toolResults)) continue;
    for (const { tool_use_id: id, text: shown } of toolResults) {
      const { tool = '', input = {}, result } = uses.get(id) ?? {};
      const { path, text: read = '' } = toClaudeResult(tool, result) ?? {};
      const text = path === undefined ? shown : read;
      const segment = add(path === undefined ? 'log' : 'code', text, path);
      given.push({ id, tool, args: input as Arguments, shown, text, path, segment });
    }
  }
  return { segments, given, activeFile };
}

/** Returns the file that has the whole of a result. */
async function keptIn({ shown, text, path }: GivenText, host: ModHost): Promise<string | undefined> {
  const named = readHookNotice(shown);
  if (named !== undefined && hasLines(await host.readFile(named).catch(() => ''), text) && (await host.mayRead(named)))
    return named;
  return (await originals(host, path).put({ domain: 'result', mimeType: 'text/plain', body: text })).ref;
}

/** True if a file has every line that was shown, in this order. It may have been edited, or be another's. */
function hasLines(whole: string, shown: string): boolean {
  const lines = whole.split('\n');
  let next = 0;
  return shown.split('\n').every((line) => {
    if (readMarker(line) !== undefined || LIKE_NOTICE.test(line)) return true;
    next = lines.indexOf(line, next) + 1;
    return next > 0;
  });
}

/**
 * Puts lines in place of results. All that can be built again goes back without its handle, since a resumed session has
 * everything again that led to an answer or a result with one. So no thought stays: each is bound to every byte before
 * it.
 */
function withLines(
  messages: readonly CompactMessage[],
  lines: ReadonlyMap<string, string>,
  canRebuild: (call: string) => boolean,
): readonly CompactMessage[] {
  return messages.map((message) => {
    const { role, text, toolUses, toolResults = [] } = message;
    if (role === 'assistant') return { role, text, toolUses };
    if (!isRebuildable(toolResults) || !toolResults.every((one) => canRebuild(one.tool_use_id))) return message;
    const results = toolResults.map((one) => ({ ...one, text: lines.get(one.tool_use_id) ?? one.text }));
    return { role, text, toolUses, toolResults: results };
  });
}
