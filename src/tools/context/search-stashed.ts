import * as z from 'zod/mini';
import { utf8Bytes } from '../../base/json/utf8-bytes.ts';
import type { FoundSegment } from '../../context/context-store.ts';
import { described } from '../../context/described.ts';
import { previewAround } from '../../context/search/preview.ts';
import { wordsOf } from '../../context/search/query-terms.ts';
import { segmentFields, toSegmentFields } from '../../context/shown-segment.ts';
import type { Value } from '../../mcp/value.ts';
import { filters, pageLimit, pageOffset, projectId, query } from './arguments.ts';
import { checkId } from './check-arguments.ts';
import { chooseSegments } from './chosen-segments.ts';
import type { ContextDeps } from './context-deps.ts';
import { type ContextToolSpec, list } from './context-tool.ts';

const SHOWN = 50;
const argsSchema = z.strictObject({
  project_id: projectId,
  query: z.optional(query),
  filters: z.optional(filters),
  limit: z.optional(described(pageLimit, `Default ${SHOWN}. The answer says if some did not fit.`)),
  offset: z.optional(pageOffset),
  context_focus_question: z.optional(
    described(
      z.string().check(z.trim(), z.minLength(1), z.maxLength(1000)),
      'Question to answer. Without a query, it is the query too.',
    ),
  ),
});
type Args = Value<typeof argsSchema>;

/** Max segments to take excerpts from, and max UTF-8 bytes of all excerpts. */
const EXCERPTS = 5;
const EXCERPT_BYTES = 3000;

export const searchStashed: ContextToolSpec<Args> = {
  name: 'context_search_stashed',
  title: 'Search stashed segments',
  description:
    'Find stashed segments by their words, best first. Without a query, list all of them, newest first. With context_focus_question, lines of the best segments that answer it are added. Call it before reading or running something again. Example: {"project_id": "shop", "query": "retry timeout"}.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  arguments: argsSchema,
  result: {
    segments: list(segmentFields),
    total_matches: z.int(),
    query: z.nullable(z.string()),
    filters_applied: z.looseObject({}),
    excerpts: list({ segment_id: z.string(), text: z.string() }),
  },
  async run(args, deps, { signal }) {
    const project = checkId('project_id', args.project_id);
    const { limit = SHOWN, offset = 0, context_focus_question: question } = args;
    const asked = args.query ?? question;
    const choice = { query: asked, filters: args.filters };
    const page = { tiers: ['stashed', 'archive'] as const, limit, offset };
    const [found, { collections }] = await Promise.all([
      chooseSegments(choice, deps, project, page),
      deps.store.state(project),
    ]);
    const words = asked === undefined ? [] : wordsOf(asked);
    const segments = found.segments.map((one) => {
      const preview = one.hit === undefined ? one.preview : previewAround(one.hit, words);
      return toSegmentFields({ ...one, preview }, { collections });
    });
    const excerpts =
      question === undefined
        ? undefined
        : await excerptsOf(found.segments.slice(0, EXCERPTS), question, deps, project, signal);
    return {
      summary: `${found.total} stashed ${found.total === 1 ? 'segment matches' : 'segments match'}`,
      data: {
        total_matches: found.total,
        query: asked ?? null,
        filters_applied: { ...args.filters },
        ...(excerpts !== undefined && { excerpts }),
        segments,
        hasMore: offset + segments.length < found.total,
      },
    };
  },
};

/** Returns the lines that answer a question, segment by segment, while there is room. */
async function excerptsOf(
  segments: readonly FoundSegment[],
  question: string,
  { store, prune }: ContextDeps,
  project: string,
  signal: AbortSignal,
): Promise<readonly object[]> {
  const texts = await store.texts(
    project,
    segments.map(({ id }) => id),
  );
  const excerpts: object[] = [];
  let room = EXCERPT_BYTES;
  for (const { id, file } of segments) {
    const text = texts.get(id);
    if (text === undefined) continue;
    const pruned = (await prune({ text, question, path: file ?? undefined }, { signal })) ?? '';
    const bytes = utf8Bytes(pruned);
    if (pruned === '' || bytes > room) continue;
    room -= bytes;
    excerpts.push({ segment_id: id, text: pruned });
  }
  return excerpts;
}
