import { invalidParams, UNKNOWN_CURSOR } from '../mcp/invalid-params.ts';
import { RpcError } from '../mcp/rpc-error.ts';
import { parseArtifactRef } from './artifact-ref.ts';
import type { ArtifactInfo, ArtifactStore } from './artifact-store.ts';
import { toBase64 } from './base64.ts';
import { decodeUtf8 } from './utf8.ts';

/** Codes of resource errors. MCP 2025-11-25 defines the first ("Resources", "Error Handling"); the other is ours. */
export const RESOURCE_ERRORS = {
  notFound: -32002,
  /** Larger than the host returns at once; `data` names the tool that reads it in pages. */
  tooLarge: -32003,
} as const;

/** Default max bytes that `resources/read` returns: 1 MiB. */
export const RESOURCE_MAX_BYTES: number = 1024 * 1024;

/** Artifacts per page. A full page stays below 10,240 bytes of JSON. */
const A_PAGE = 30;
const LONGEST_MIME_TYPE = 60;

/** A resource of MCP 2025-11-25. */
export type ArtifactResource = Readonly<ReturnType<typeof toResource>>;

export interface ListedResources {
  readonly resources: readonly ArtifactResource[];
  readonly nextCursor?: string;
}

export type ResourceContents =
  | { readonly uri: string; readonly mimeType: string; readonly text: string }
  /** Base64 of bytes that are not UTF-8. */
  | { readonly uri: string; readonly mimeType: string; readonly blob: string };

export interface ReadResource {
  readonly contents: readonly [ResourceContents];
}

export interface ReadOptions {
  /** Max bytes. Default `RESOURCE_MAX_BYTES`. */
  readonly maxBytes?: number | undefined;
  /** Client's name for the tool that reads artifacts in pages. Default `artifact`. */
  readonly toolName?: string | undefined;
}

/**
 * Answers `resources/list`, newest first. Throws an `RpcError` (Invalid params) for a cursor that is not the store's.
 */
export async function listArtifactResources(store: ArtifactStore, params: unknown): Promise<ListedResources> {
  const method = 'resources/list';
  const cursor = params === undefined ? undefined : fieldsOf(method, params)['cursor'];
  if (cursor !== undefined && typeof cursor !== 'string') {
    throw invalidParams(method, undefined, [{ path: 'cursor', code: 'invalid_type' }]);
  }
  const page = await store.list({ cursor, limit: A_PAGE });
  if (page === undefined)
    throw invalidParams(method, undefined, [{ path: 'cursor', code: 'invalid_value' }], UNKNOWN_CURSOR);
  const { artifacts, nextCursor } = page;
  return { resources: artifacts.map(toResource), ...(nextCursor !== undefined && { nextCursor }) };
}

/** Answers `resources/templates/list`: a single page. */
export function listArtifactTemplates() {
  return {
    resourceTemplates: [
      {
        uriTemplate: 'ax://{domain}/{id}',
        name: 'artifact',
        title: 'Stored artifact',
        description: 'Full text of a shortened result, by its artifactRef.',
      },
    ],
  };
}

/**
 * Answers `resources/read` with the original bytes, whole. Throws an `RpcError`: Invalid params without a `uri`, and
 * `RESOURCE_ERRORS` if the resource is unknown, has expired, or is larger than `maxBytes`.
 */
export async function readArtifactResource(
  store: ArtifactStore,
  params: unknown,
  { maxBytes = RESOURCE_MAX_BYTES, toolName = 'artifact' }: ReadOptions = {},
): Promise<ReadResource> {
  const method = 'resources/read';
  const { uri } = fieldsOf(method, params);
  if (typeof uri !== 'string') throw invalidParams(method, undefined, [{ path: 'uri', code: 'invalid_type' }]);
  const ref = parseArtifactRef(uri);
  const info = ref === undefined ? undefined : await store.info(ref);
  if (info === undefined) throw notFound(uri);
  if (info.bytes > maxBytes) throw tooLarge(info, maxBytes, toolName);
  return { contents: [await readContents(store, info)] };
}

async function readContents(store: ArtifactStore, info: ArtifactInfo): Promise<ResourceContents> {
  const { ref: uri, mimeType } = info;
  const bytes = await store.read(info);
  if (bytes === undefined) throw notFound(uri);
  const text = decodeUtf8(bytes);
  return text === undefined ? { uri, mimeType, blob: toBase64(bytes) } : { uri, mimeType, text };
}

function toResource({ ref, domain, id, mimeType, bytes, createdAt }: ArtifactInfo) {
  return {
    uri: ref,
    name: `${domain} ${id.slice(0, 8)}`,
    mimeType: mimeType.slice(0, LONGEST_MIME_TYPE),
    /** Bytes. */
    size: bytes,
    annotations: { lastModified: new Date(createdAt).toISOString() },
  };
}

function fieldsOf(method: string, params: unknown): Readonly<Record<string, unknown>> {
  if (typeof params !== 'object' || params === null || Array.isArray(params)) {
    throw invalidParams(method, undefined, [{ path: '', code: 'invalid_type' }]);
  }
  return params as Record<string, unknown>;
}

function notFound(uri: string): RpcError {
  return new RpcError(RESOURCE_ERRORS.notFound, 'Resource not found', { uri: uri.slice(0, 200) });
}

function tooLarge({ ref: uri, bytes }: ArtifactInfo, maxBytes: number, tool: string): RpcError {
  return new RpcError(
    RESOURCE_ERRORS.tooLarge,
    `Resource too large: ${bytes} bytes, at most ${maxBytes} can be read at once; read it in pages with the tool "${tool}" and ref "${uri}"`,
    { uri, bytes, maxBytes, tool },
  );
}
