import { parseArtifactRef } from '../../artifacts/artifact-ref.ts';
import type { ArtifactInfo, ArtifactStore } from '../../artifacts/artifact-store.ts';
import { toBase64 } from '../../artifacts/base64.ts';
import { PatternError } from '../../artifacts/pattern/pattern-error.ts';
import { CUT_OFF, characterLength, characterStart, NOT_UTF8 } from '../../artifacts/utf8.ts';
import { quote } from '../../base/json/quote.ts';
import { RESPONSE_BYTES } from '../../base/response-bytes.ts';
import type { SharedTool } from '../../mcp/shared-tool.ts';
import type { ToolResult } from '../../mcp/tool-result.ts';
import { type ArtifactArguments, artifactArguments, artifactResult } from './artifact-arguments.ts';
import { type ArtifactCall, notFound } from './artifact-call.ts';
import { ArtifactToolError } from './artifact-tool-error.ts';
import { asciiBytes } from './json-bytes.ts';
import { createBreakFinder, splitsBreak } from './line-breaks.ts';
import { keepMade, MADE_LATER } from './made-artifact.ts';
import { begin, goOn } from './open-reading.ts';
import { roomForContent, toErrorResult, toPageResult } from './page-result.ts';
import { patternPage } from './pattern-page.ts';
import type { PruneSelection } from './prune-lines.ts';
import type { Excerpt, Reading } from './reading.ts';

/** More bytes than any character or line break has. */
const AHEAD = 8;
/** If binary bytes follow, the text before them becomes its own page once it fills this share of one. */
const WORTH_A_PAGE = 0.5;

/** Part of a window, from its start. */
interface Cut {
  readonly length: number;
  /** The line that contains the next byte. */
  readonly line: number;
  /** True if it ends after a line break. */
  readonly closed: boolean;
}

/**
 * Returns as many original bytes from a position as fit into `room` bytes of JSON: up to a line's end if one fits,
 * otherwise up to a character's end. Bytes that are not UTF-8 are base64. Concatenated pages give the source.
 */
async function bytePage({ source, from, lastLine }: Reading, room: number): Promise<Excerpt> {
  const window = await source.read(from.offset, room + AHEAD);
  const whole = from.offset + window.length >= source.bytes;
  const text = cutText(window, { whole, room, line: from.line, lastLine });
  const cut = text ?? cutBytes(window, { whole, room, line: from.line, lastLine });
  const bytes = window.subarray(0, cut.length);
  const offset = from.offset + cut.length;
  const more = offset < source.bytes && !(lastLine > 0 && cut.line > lastLine);
  const endLine = cut.closed ? cut.line - 1 : cut.line;
  return {
    summary: summarize(from.offset, offset, source.bytes, text === undefined ? undefined : [from.line, endLine]),
    ...(text === undefined
      ? { content: toBase64(bytes), encoding: 'base64' }
      : { content: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), encoding: 'utf-8' }),
    ...(text !== undefined && bytes.length > 0 && { startLine: from.line, endLine }),
    ...(more && { next: { offset, line: cut.line, inside: !cut.closed } }),
  };
}

function summarize(from: number, to: number, all: number, lines: readonly number[] | undefined): string {
  if (all === 0) return 'Empty: 0 bytes';
  const bytes = from === 0 && to === all ? `all ${all} bytes` : `bytes ${from}-${to} of ${all}`;
  return lines === undefined ? `Base64 of ${bytes}` : `Lines ${lines[0]}-${lines[1]}: ${bytes}`;
}

interface Limits {
  /** True if the window reaches the end of the source. */
  readonly whole: boolean;
  readonly room: number;
  readonly line: number;
  readonly lastLine: number;
}

/** Undefined if the bytes are not text. */
function cutText(window: Uint8Array, { whole, room, line: first, lastLine }: Limits): Cut | undefined {
  let line = first;
  let used = 0;
  let lineEnd: (Cut & { readonly used: number }) | undefined;
  let at = 0;
  while (at < window.length) {
    const length = splitsBreak(window, at + 1) ? 2 : characterLength(window, at, window.length);
    if (length === NOT_UTF8 || (length === CUT_OFF && whole)) {
      return lineEnd !== undefined && lineEnd.used >= room * WORTH_A_PAGE ? lineEnd : undefined;
    }
    const byte = window[at] as number;
    if (length === CUT_OFF || (byte === 13 && at + 1 === window.length && !whole)) break;
    const cost = byte >= 0x80 ? length : asciiBytes(byte) + (length === 2 ? 2 : 0);
    if (used + cost > room) break;
    used += cost;
    at += length;
    if (byte !== 10 && byte !== 13) continue;
    lineEnd = { length: at, line: ++line, closed: true, used };
    if (lastLine > 0 && line > lastLine) return lineEnd;
  }
  if ((whole && at === window.length) || lineEnd === undefined) {
    return { length: at, line, closed: lineEnd?.length === at };
  }
  return lineEnd;
}

function cutBytes(window: Uint8Array, { whole, room, line, lastLine }: Limits): Cut {
  const max = Math.floor(room / 4) * 3;
  let length = max >= window.length && whole ? window.length : betweenCharacters(window, Math.min(max, window.length));
  const nextBreak = createBreakFinder(window);
  let at = line;
  let behind = 0;
  for (let found = nextBreak(0); found >= 0 && found <= length; found = nextBreak(behind)) {
    behind = found;
    at++;
    if (lastLine > 0 && at > lastLine) length = behind;
  }
  return { length, line: at, closed: behind === length };
}

/** Steps of three give base64 without padding, so concatenated pages are valid base64 too. */
function betweenCharacters(window: Uint8Array, max: number): number {
  const between = (at: number): boolean => characterStart(window, at) === at && !splitsBreak(window, at);
  for (let at = max - (max % 3); at > max - 30 && at > 0; at -= 3) if (between(at)) return at;
  for (let at = max; at > max - 8 && at > 0; at--) if (between(at)) return at;
  return max;
}

export interface ArtifactToolOptions {
  readonly store: ArtifactStore;
  /** Answers `context_focus_question`. Without it the whole selection is returned, and the result says so. */
  readonly prune?: PruneSelection | undefined;
  /** Max UTF-8 bytes of a whole result as JSON, at least 1,024. Default 10,240. */
  readonly maxBytes?: number | undefined;
  /** Client's name for the tool, at most 64 characters. Default `artifact`. */
  readonly toolName?: string | undefined;
}

const MIN_BYTES = 1024;

/**
 * Creates the tool that returns stored artifacts, page by page and byte for byte. Nothing is pruned or shaped unless
 * asked. Results carry `jeeves/final`. Memory is bounded for any artifact, except for a path (`PATH_MAX_BYTES`) and a
 * question (`PRUNE_MAX_BYTES`). The output for these is stored for a while if it has more than one page. Expected
 * failures are results with an `ArtifactToolErrorCode`; other errors of the store reject. Throws a `RangeError` for a
 * `maxBytes` that is too small.
 */
export function createArtifactTool(options: ArtifactToolOptions): SharedTool<ArtifactArguments> {
  const { store, prune, maxBytes = RESPONSE_BYTES, toolName = 'artifact' } = options;
  if (!(maxBytes >= MIN_BYTES)) {
    throw new RangeError(`cannot make the artifact tool with maxBytes "${maxBytes}": expected at least ${MIN_BYTES}`);
  }
  return {
    name: toolName,
    title: 'Read a stored artifact',
    description:
      'Get back the whole of what a result showed in part, by its artifactRef: pages of the original text, or only some lines, lines that match a pattern, or a JSON path. Example: ref "ax://bash/…", pattern "error".',
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    arguments: artifactArguments,
    result: artifactResult,
    async execute(args, { signal, structured = true }) {
      const form = { maxBytes, structured };
      try {
        const info = await findArtifact(store, args.ref);
        const call: ArtifactCall = { store, prune, signal, frame: { info, toolName, ...form }, info };
        return await answer(call, args.cursor === undefined ? await begin(call, args) : await goOn(call, args.cursor));
      } catch (error) {
        if (error instanceof ArtifactToolError) return toErrorResult(error.code, error.message, form);
        if (error instanceof PatternError) {
          const message = `cannot search for the pattern ${quote(args.pattern ?? '')}: ${error.message}`;
          return toErrorResult('INVALID_PATTERN', message, form);
        }
        throw error;
      }
    },
  };
}

async function findArtifact(store: ArtifactStore, ref: string): Promise<ArtifactInfo> {
  const parsed = parseArtifactRef(ref);
  if (parsed === undefined) {
    throw new ArtifactToolError('INVALID_REF', `cannot read ${quote(ref)}: expected ax://<domain>/<32 hex digits>`);
  }
  const info = await store.info(parsed);
  if (info === undefined) throw notFound(ref);
  return info;
}

/**
 * Answers one page. Text computed for the call is stored if it has more pages, so that all pages show the same text.
 */
async function answer(call: ArtifactCall, reading: Reading): Promise<ToolResult> {
  const shown = await show(call, reading);
  if (shown.next === undefined || reading.madeId !== MADE_LATER) return toPageResult(call.frame, reading, shown);
  const kept = await keepMade(call, reading);
  return toPageResult(call.frame, kept, await show(call, kept));
}

function show({ frame, signal }: ArtifactCall, reading: Reading): Promise<Excerpt> {
  const room = roomForContent(frame, reading);
  return reading.pattern === '' ? bytePage(reading, room) : patternPage(reading, room, signal);
}
