import { collect } from '../../../../src/context/collector/collect.ts';
import { lineSketchOf } from '../../../../src/context/links/line-sketch.ts';
import { linksOf } from '../../../../src/context/links/links-of.ts';
import type { SegmentType, WorkingSegment } from '../../../../src/context/segment.ts';
import { estimateTokens } from '../../../../src/engine/keep/tokens.ts';
import { readMarker } from '../../../../src/text/gap-marker.ts';
import { readHookNotice } from '../../../../src/text/hook-notice.ts';
import type { ModHost, ModMessage } from './mod-host.ts';
import { originals } from './originals.ts';
import { toClaudeResult } from './results.ts';

/** A message before a compaction. If it goes back with its handle, it stays as it is, with what the model thought. */
export interface CompactMessage extends ModMessage {
  readonly handle?: string;
}

/** What the user or Claude Code asks for (Claude Code's `session.compact`). */
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
/** Names of the task of the last prompt, and of all before. */
const [NOW, BEFORE] = ['now', 'before'];

/** A result of a call. */
interface GivenText {
  readonly id: string;
  readonly tool: string;
  /** Text that the model was shown, and its original as far as it is known. */
  readonly shown: string;
  readonly text: string;
  readonly path: string | undefined;
  readonly segment: WorkingSegment;
}

/**
 * Compacts a session without a summary: words and calls stay word for word, and results that it can do without become a
 * line that names a file with the whole. Undefined if too little can be left out so.
 */
export async function compacted(
  messages: readonly CompactMessage[],
  host: ModHost,
): Promise<readonly CompactMessage[] | undefined> {
  const spare = expendable(messages);
  const lines = new Map<string, string>();
  for (const given of spare) {
    const ref = await keptIn(given, host).catch(() => undefined);
    if (ref !== undefined) lines.set(given.id, lineFor(ref));
  }
  const size = (all: readonly CompactMessage[]): number => all.reduce((sum, message) => sum + sizeOf(message), 0);
  const rest = withLines(messages, lines);
  return lines.size === 0 || size(rest) > size(messages) * MAX_SHARE ? undefined : rest;
}

const lineFor = (ref: string): string =>
  `[mcp-pruner left out this result when the session was compacted. All of it: file "${ref}"]`;

const sizeOf = ({ text, toolResults = [] }: CompactMessage): number =>
  toolResults.reduce((sum, one) => sum + one.text.length, text.length);

/** Returns the results that the session can do without, and those that refer to one of them. */
function expendable(messages: readonly CompactMessage[]): readonly GivenText[] {
  const { segments, given, activeFile } = segmentsOf(messages);
  const state = { currentTask: NOW as string, activeFile, collections: 0, latest: segments.length };
  const { roots } = collect({ segments, ...state, inSnapshots: new Map() });
  const kept = new Set(segments.filter((_, at) => roots[at] !== undefined));
  const isSpare = ({ shown, segment }: GivenText): boolean => shown.length >= MIN_CHARS && !kept.has(segment);
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
    // A message of several results may have images, which nobody can build again.
    if (toolResults.length !== 1) continue;
    for (const { tool_use_id: id, text: shown } of toolResults) {
      const { tool = '', result } = uses.get(id) ?? {};
      const parsed = toClaudeResult(tool, result);
      const path = parsed?.path;
      const segment = add(path === undefined ? 'log' : 'code', parsed?.text ?? shown, path);
      given.push({ id, tool, shown, text: parsed?.text ?? shown, path, segment });
    }
  }
  return { segments, given, activeFile };
}

/** Returns the file that has the whole of a result. */
async function keptIn({ shown, text, path }: GivenText, host: ModHost): Promise<string | undefined> {
  const named = readHookNotice(shown);
  if (named !== undefined) return (await host.exists(named)) ? named : undefined;
  return (await originals(host, path).put({ domain: 'result', mimeType: 'text/plain', body: text })).ref;
}

/**
 * Puts lines in place of results. What the model thought is bound to every byte before it, so all that it thought after
 * the first of them goes: an answer without its handle is built again from its words and calls.
 */
function withLines(messages: readonly CompactMessage[], lines: ReadonlyMap<string, string>): readonly CompactMessage[] {
  let isChanged = false;
  return messages.map((message) => {
    const { role, text, toolUses, toolResults } = message;
    const isHere = toolResults?.some(({ tool_use_id }) => lines.has(tool_use_id)) === true;
    isChanged ||= isHere;
    if (!isHere && (!isChanged || role === 'user')) return message;
    const results = toolResults?.map((one) => ({ ...one, text: lines.get(one.tool_use_id) ?? one.text }));
    return { role, text, toolUses, ...(results === undefined ? {} : { toolResults: results }) };
  });
}
