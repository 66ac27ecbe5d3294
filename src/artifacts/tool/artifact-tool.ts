import type { SharedTool } from '../../mcp/shared-tool.ts';
import type { ToolResult } from '../../shaping/tool-result.ts';
import { ArtifactError } from '../artifact-error.ts';
import { parseArtifactRef } from '../artifact-ref.ts';
import type { ArtifactInfo, ArtifactStore } from '../artifact-store.ts';
import { PatternError } from '../pattern/pattern-error.ts';
import { type ArtifactArguments, artifactArguments, artifactResult } from './artifact-arguments.ts';
import { ArtifactToolError, quote } from './artifact-tool-error.ts';
import { bytePage } from './byte-page.ts';
import { type ByteSource, storedSource, textSource } from './byte-source.ts';
import { findLine } from './find-line.ts';
import { jsonBytes } from './json-bytes.ts';
import { textAtPath } from './made-text.ts';
import { fromPageCursor } from './page-cursor.ts';
import { type PageFrame, roomForContent, toErrorResult, toPageResult } from './page-result.ts';
import { patternPage } from './pattern-page.ts';
import { type PruneSelection, pruneLines } from './prune-lines.ts';
import type { Position, Reading } from './reading.ts';

export interface ArtifactToolOptions {
  readonly store: ArtifactStore;
  /** Answers `context_focus_question`. Without it the whole selection comes back, and the result says so. */
  readonly prune?: PruneSelection | undefined;
  /** UTF-8 bytes of a whole result as JSON, at least 1,024. Default 10,240. */
  readonly maxBytes?: number | undefined;
  /** The name that the client knows the tool by, at most 64 characters. Default `artifact`. */
  readonly toolName?: string | undefined;
}

const LEAST_BYTES = 1024;
const DEFAULT_BYTES = 10_240;
/** The share of a page that a pattern may take: the cursor repeats it. */
const PATTERN_SHARE = 1 / 16;
/** The domain of texts that are kept while they are paged through. */
const MADE_DOMAIN = 'selection';
const MADE_LATER = '0'.repeat(32);
const START: Position = { offset: 0, line: 1, inside: false };

/**
 * The tool that gives back what was stored, page by page and byte for byte: nothing is pruned or shaped unless asked.
 * Results carry `jeeves/final`. Memory is bounded for any artifact, but for a path (`PATH_MAX_BYTES`) and a question
 * (`PRUNE_MAX_BYTES`); what those give is stored for a while where it has more pages than one. Expected failures are
 * results with an `ArtifactToolErrorCode`; rejects with what the store throws. Throws a `RangeError` for a `maxBytes`
 * that is too small.
 */
export function createArtifactTool(options: ArtifactToolOptions): SharedTool<ArtifactArguments> {
  const { store, prune, maxBytes = DEFAULT_BYTES, toolName = 'artifact' } = options;
  if (!(maxBytes >= LEAST_BYTES)) {
    throw new RangeError(`make the artifact tool: maxBytes "${maxBytes}" is not at least ${LEAST_BYTES}`);
  }
  return {
    name: toolName,
    title: 'Read a stored artifact',
    description:
      'Get back the whole of what a result showed in part, by its artifactRef: pages of the original text, or only some lines, lines that match a pattern, or a JSON path. Example: ref "ax://bash/…", pattern "error".',
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    arguments: artifactArguments,
    result: artifactResult,
    async execute(args, { signal }) {
      try {
        const info = await findArtifact(store, args.ref);
        const call: Call = { store, prune, signal, frame: { info, toolName, maxBytes }, info };
        return await answer(call, args.cursor === undefined ? await begin(call, args) : await goOn(call, args.cursor));
      } catch (error) {
        if (error instanceof ArtifactToolError) return toErrorResult(error.code, error.message, maxBytes);
        if (error instanceof PatternError) {
          const message = `search for the pattern ${quote(args.pattern ?? '')}: ${error.message}`;
          return toErrorResult('INVALID_PATTERN', message, maxBytes);
        }
        throw error;
      }
    },
  };
}

interface Call {
  readonly store: ArtifactStore;
  readonly prune: PruneSelection | undefined;
  readonly signal: AbortSignal;
  readonly frame: PageFrame;
  readonly info: ArtifactInfo;
}

async function findArtifact(store: ArtifactStore, ref: string): Promise<ArtifactInfo> {
  const parsed = parseArtifactRef(ref);
  if (parsed === undefined) {
    throw new ArtifactToolError('INVALID_REF', `read ${quote(ref)}: a ref has the form ax://<domain>/<32 hex digits>`);
  }
  const info = await store.info(parsed);
  if (info === undefined) throw notFound(ref);
  return info;
}

function notFound(ref: string): ArtifactToolError {
  return new ArtifactToolError(
    'ARTIFACT_NOT_FOUND',
    `read "${ref}": it has expired or never existed, and asking again will not help; call the original tool again`,
  );
}

/** What the arguments of a first call select. */
async function begin(call: Call, args: ArtifactArguments): Promise<Reading> {
  const { start_line: first = 1, end_line: last = 0, pattern = '', context_focus_question: question } = args;
  checkSelection(args, call.frame.maxBytes);
  const stored = storedSource(call.store, call.info, () => notFound(call.info.ref));
  const source = args.path === undefined ? stored : textSource(await textAtPath(stored, args.path));
  const kind = args.path === undefined ? '' : 'v';
  const from = await findLine(source, first, call.signal);
  const reading: Reading = { source, kind, madeId: kind && MADE_LATER, from, lastLine: last, pattern };
  if (question === undefined) return reading;
  const pruned = await pruneLines(source, { from, lastLine: last }, question, call);
  if (pruned.kind === 'whole') return { ...reading, notice: `Not pruned, ${pruned.why}: this is the whole selection` };
  return { ...reading, source: textSource(pruned.text), kind: 'q', madeId: MADE_LATER, from: START, lastLine: 0 };
}

function checkSelection(args: ArtifactArguments, maxBytes: number): void {
  const { start_line: first = 1, end_line: last, pattern = '', context_focus_question: question } = args;
  if (last !== undefined && last < first) {
    throw new ArtifactToolError('INVALID_SELECTION', `read lines ${first} to ${last}: end_line is before start_line`);
  }
  if (pattern !== '' && question !== undefined) {
    throw new ArtifactToolError(
      'INVALID_SELECTION',
      'pattern and context_focus_question both choose lines: give one of them',
    );
  }
  const most = Math.floor(maxBytes * PATTERN_SHARE);
  if (jsonBytes(pattern) > most) {
    throw new ArtifactToolError('INVALID_PATTERN', `search for a pattern: it has more than ${most} bytes`);
  }
}

/** What a cursor selects. Further arguments are those of the first call, and need not be repeated. */
async function goOn({ store, info }: Call, cursor: string): Promise<Reading> {
  const place = fromPageCursor(info.ref, cursor);
  if (place === undefined) {
    throw new ArtifactToolError(
      'INVALID_CURSOR',
      `continue "${info.ref}": the cursor was not given for this ref; begin without cursor`,
    );
  }
  if (place.kind === '') {
    const source = storedSource(store, info, () => notFound(info.ref));
    return { ...place, source };
  }
  const made = await store.info({ domain: MADE_DOMAIN, id: place.madeId });
  if (made === undefined) throw cursorExpired(info.ref);
  return { ...place, source: storedSource(store, made, () => cursorExpired(info.ref)) };
}

function cursorExpired(ref: string): ArtifactToolError {
  return new ArtifactToolError(
    'CURSOR_EXPIRED',
    `continue "${ref}": the selection is no longer kept; begin again without cursor`,
  );
}

/** A page. What was made for the call is kept where it has more pages, so that all of them are of the same text. */
async function answer(call: Call, reading: Reading): Promise<ToolResult> {
  const shown = await show(call, reading);
  if (shown.next === undefined || reading.madeId !== MADE_LATER) return toPageResult(call.frame, reading, shown);
  const kept = await keep(call, reading);
  return toPageResult(call.frame, kept, await show(call, kept));
}

function show({ frame, signal }: Call, reading: Reading): ReturnType<typeof bytePage> {
  const room = roomForContent(frame, reading);
  return reading.pattern === '' ? bytePage(reading, room) : patternPage(reading, room, signal);
}

async function keep({ store, info, signal }: Call, reading: Reading): Promise<Reading> {
  const body = await wholeOf(reading.source);
  try {
    const made = await store.put({ domain: MADE_DOMAIN, mimeType: 'text/plain', body });
    const source = storedSource(store, made, () => cursorExpired(info.ref));
    // A store that redacts may have made it another text.
    const from = made.bytes === body.length ? reading.from : await findLine(source, reading.from.line, signal);
    return { ...reading, madeId: made.id, source, from };
  } catch (error) {
    if (!(error instanceof ArtifactError)) throw error;
    throw new ArtifactToolError(
      'TOO_LARGE',
      'page through a selection: it does not fit on a page and could not be kept; select less',
    );
  }
}

function wholeOf(source: ByteSource): Promise<Uint8Array> {
  return source.read(0, source.bytes);
}
