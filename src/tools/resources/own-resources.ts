import { ArtifactError } from '../../artifacts/artifact-error.ts';
import {
  listArtifactResources,
  listArtifactTemplates,
  readArtifactResource,
} from '../../artifacts/artifact-resources.ts';
import type { ArtifactStore } from '../../artifacts/artifact-store.ts';
import { CONTEXT_SCHEME, CONTEXT_TEMPLATES, type ContextResources } from '../../context/context-resources.ts';
import { invalidParams } from '../../mcp/invalid-params.ts';
import type { RpcError } from '../../mcp/rpc-error.ts';
import { SqlError } from '../../storage/sql-error.ts';
import { listWithContext, type ResourcePage } from './list-with-context.ts';

/** Methods of MCP 2025-11-25 that read resources ("Resources"). */
export type ResourceMethod = 'resources/list' | 'resources/templates/list' | 'resources/read';

export function isResourceMethod(method: string): method is ResourceMethod {
  return method === 'resources/list' || method === 'resources/templates/list' || method === 'resources/read';
}

/** True if the URI names an artifact or a stashed segment. */
export function isOwnUri(uri: unknown): boolean {
  return typeof uri === 'string' && (uri.startsWith('ax://') || uri.startsWith(CONTEXT_SCHEME));
}

/** Resources of our own: artifacts, and what agents stashed of their context. */
export interface OwnResources {
  /** Undefined: no artifacts are stored. */
  readonly artifacts: ArtifactStore | undefined;
  /** Undefined: no context is stored. */
  readonly context?: ContextResources | undefined;
  /** Turns a fault of a store into the error for the client. */
  readonly toFault: (fault: ArtifactError | SqlError, method: ResourceMethod) => RpcError;
}

/** Answers a resource method; a URI or a cursor tells which store it belongs to. Rejects with an `RpcError`. */
export async function answerResources(own: OwnResources, method: ResourceMethod, params: unknown): Promise<object> {
  const { artifacts, context } = own;
  if (method === 'resources/templates/list') {
    const listed = artifacts === undefined ? [] : listArtifactTemplates().resourceTemplates;
    return { resourceTemplates: context === undefined ? listed : [...listed, ...CONTEXT_TEMPLATES] };
  }
  const { cursor, uri } = (params ?? {}) as { readonly cursor?: unknown; readonly uri?: unknown };
  try {
    if (method === 'resources/read') {
      const isContext = typeof uri === 'string' && uri.startsWith(CONTEXT_SCHEME);
      if (context !== undefined && isContext) return await context.read(uri);
      return artifacts === undefined ? refuse(method, 'uri') : await readArtifactResource(artifacts, params);
    }
    const listArtifacts = async (): Promise<ResourcePage> => {
      if (artifacts !== undefined) return await listArtifactResources(artifacts, params);
      return cursor === undefined ? { resources: [] } : refuse(method, 'cursor');
    };
    if (context === undefined || (cursor !== undefined && typeof cursor !== 'string')) return await listArtifacts();
    return await listWithContext(context, cursor, listArtifacts);
  } catch (error) {
    throw error instanceof ArtifactError || error instanceof SqlError ? own.toFault(error, method) : error;
  }
}

function refuse(method: string, path: string): never {
  throw invalidParams(method, undefined, [{ path, code: 'invalid_value' }]);
}
