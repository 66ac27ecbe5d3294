import { parseArtifactRef } from '../../artifacts/artifact-ref.ts';
import type { ArtifactInfo, ArtifactStore } from '../../artifacts/artifact-store.ts';
import { PatternError } from '../../artifacts/pattern/pattern-error.ts';
import { quote } from '../../base/json/quote.ts';
import { RESPONSE_BYTES } from '../../base/response-bytes.ts';
import type { SharedTool } from '../../mcp/shared-tool.ts';
import type { ToolResult } from '../../mcp/tool-result.ts';
import { type ArtifactArguments, artifactArguments, artifactResult } from './artifact-arguments.ts';
import { type ArtifactCall, notFound } from './artifact-call.ts';
import { ArtifactToolError } from './artifact-tool-error.ts';
import { bytePage } from './byte-page.ts';
import { keepMade, MADE_LATER } from './made-artifact.ts';
import { begin, goOn } from './open-reading.ts';
import { roomForContent, toErrorResult, toPageResult } from './page-result.ts';
import { patternPage } from './pattern-page.ts';
import type { PruneSelection } from './prune-lines.ts';
import type { Excerpt, Reading } from './reading.ts';

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
