import { RESOURCE_ERRORS, RESOURCE_MAX_BYTES } from '../artifacts/artifact-resources.ts';
import { decodeCursor, encodeCursor } from '../artifacts/cursor.ts';
import { utf8Bytes } from '../base/json/utf8-bytes.ts';
import { RpcError } from '../mcp/rpc-error.ts';
import type { ContextStore } from './context-store.ts';
import { type ContextPlace, heldUri, parseContextUri, segmentUri, snapshotUri } from './context-uri.ts';
import { toSegmentFields } from './shown-segment.ts';

/** A resource of MCP 2025-11-25. */
export interface ContextResource {
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
  readonly description: string;
  readonly annotations: { readonly lastModified: string };
}

export interface ContextResourcePage {
  readonly resources: readonly ContextResource[];
  readonly nextCursor?: string;
}

/**
 * Stashed segments and snapshots as resources: `context://<project>/stash/<id>`, `…/snapshots/<id>` and, unlisted,
 * `…/snapshots/<id>/<segment>`.
 */
export interface ContextResources {
  /** Lists project by project, stash before snapshots, newest first. Undefined if the cursor is not from this list. */
  list(cursor: string | undefined): Promise<ContextResourcePage | undefined>;
  /** Throws an `RpcError` of `RESOURCE_ERRORS` if the resource does not exist or is too large. */
  read(uri: string): Promise<{ readonly contents: readonly [{ uri: string; mimeType: string; text: string }] }>;
}

export const CONTEXT_SCHEME = 'context://';

export const CONTEXT_TEMPLATES: readonly object[] = [
  {
    uriTemplate: 'context://{project}/stash/{segment_id}',
    name: 'stashed segment',
    title: 'Stashed context',
    description: 'Text of a stashed segment.',
  },
  {
    uriTemplate: 'context://{project}/snapshots/{snapshot_id}',
    name: 'task snapshot',
    title: 'Snapshot of a task',
    description: 'Content of a task snapshot, as JSON.',
  },
  {
    uriTemplate: 'context://{project}/snapshots/{snapshot_id}/{segment_id}',
    name: 'held segment',
    title: 'Context held by a snapshot',
    description: 'Text of a segment, as the snapshot holds it.',
  },
];

/** Resources per page. A full page stays below 10,240 bytes of JSON. */
const A_PAGE = 20;
const KINDS = ['stash', 'snapshots'] as const;

interface Position {
  readonly project: string;
  readonly kind: (typeof KINDS)[number];
  readonly offset: number;
}

export function createContextResources(store: ContextStore): ContextResources {
  return {
    async list(cursor) {
      const projects = (await store.projects()).map(({ project }) => project);
      let at = cursor === undefined ? firstOf(projects) : fromCursor(cursor);
      if (at === undefined) return cursor === undefined ? { resources: [] } : undefined;
      const resources: ContextResource[] = [];
      while (at !== undefined && resources.length < A_PAGE) {
        const page = await pageOf(store, at, A_PAGE - resources.length);
        resources.push(...page.resources);
        at = page.more ? { ...at, offset: at.offset + page.resources.length } : after(at, projects);
      }
      return { resources, ...(at !== undefined && { nextCursor: toCursor(at) }) };
    },
    async read(uri) {
      const place = parseContextUri(uri);
      const text = place === undefined ? undefined : await textOf(store, place);
      if (place === undefined || text === undefined) {
        throw new RpcError(RESOURCE_ERRORS.notFound, 'Resource not found', { uri: uri.slice(0, 300) });
      }
      const bytes = utf8Bytes(text);
      if (bytes > RESOURCE_MAX_BYTES) {
        const tool = 'context_retrieve_stashed';
        const said = `Resource too large: ${bytes} bytes, at most ${RESOURCE_MAX_BYTES} can be read at once; the tool ${tool} stores it as an artifact that you can read in pages`;
        throw new RpcError(RESOURCE_ERRORS.tooLarge, said, { uri, bytes, maxBytes: RESOURCE_MAX_BYTES, tool });
      }
      const mimeType = place.kind === 'snapshot' ? 'application/json' : 'text/plain; charset=utf-8';
      return { contents: [{ uri, mimeType, text }] };
    },
  };
}

async function pageOf(
  store: ContextStore,
  { project, kind, offset }: Position,
  limit: number,
): Promise<{ resources: ContextResource[]; more: boolean }> {
  if (kind === 'snapshots') {
    const all = await store.snapshots(project);
    const some = all.slice(offset, offset + limit);
    return {
      more: offset + some.length < all.length,
      resources: some.map(({ id, name, task, createdAt, segments, tokens }) => ({
        uri: snapshotUri(project, id),
        name: name.slice(0, 60),
        mimeType: 'application/json',
        description: `Task ${task}: ${segments} segments, ${tokens} tokens`,
        annotations: { lastModified: new Date(createdAt).toISOString() },
      })),
    };
  }
  const found = await store.list(project, { tiers: ['stashed', 'archive'] }, { limit, offset });
  return {
    more: offset + found.segments.length < found.total,
    resources: found.segments.map(({ id, type, tokens, preview, touchedAt }) => ({
      uri: segmentUri(project, id),
      name: id.slice(0, 60),
      mimeType: 'text/plain; charset=utf-8',
      description: `${type}, ${tokens} tokens: ${preview.slice(0, 80)}`,
      annotations: { lastModified: new Date(touchedAt).toISOString() },
    })),
  };
}

async function textOf(store: ContextStore, place: ContextPlace): Promise<string | undefined> {
  const { kind, project, id } = place;
  if (kind === 'segment') return (await store.texts(project, [id])).get(id);
  if (kind === 'held') return (await store.snapshotTexts(project, place.snapshot, [id])).get(id);
  const held = await store.snapshotSegments(project, id);
  if (held === undefined) return undefined;
  const { collections } = await store.state(project);
  const segments = held.map((one) => ({ ...toSegmentFields(one, { collections }), uri: heldUri(project, id, one.id) }));
  return JSON.stringify({ snapshot_id: id, project_id: project, segments });
}

function firstOf(projects: readonly string[]): Position | undefined {
  const [project] = projects;
  return project === undefined ? undefined : { project, kind: 'stash', offset: 0 };
}

function after({ project, kind }: Position, projects: readonly string[]): Position | undefined {
  if (kind === 'stash') return { project, kind: 'snapshots', offset: 0 };
  const next = projects[projects.indexOf(project) + 1];
  return projects.includes(project) && next !== undefined ? { project: next, kind: 'stash', offset: 0 } : undefined;
}

function toCursor({ project, kind, offset }: Position): string {
  return encodeCursor(['c', project, kind, offset]);
}

function fromCursor(cursor: string): Position | undefined {
  const [mark, project, given, offset] = decodeCursor(cursor) ?? [];
  const kind = KINDS.find((one) => one === given);
  if (mark !== 'c' || typeof project !== 'string' || kind === undefined) return undefined;
  return typeof offset === 'number' && Number.isSafeInteger(offset) && offset >= 0
    ? { project, kind, offset }
    : undefined;
}
