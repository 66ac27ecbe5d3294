import { ArtifactError } from '../../artifacts/artifact-error.ts';
import {
  listArtifactResources,
  listArtifactTemplates,
  readArtifactResource,
} from '../../artifacts/artifact-resources.ts';
import type { ArtifactStore } from '../../artifacts/artifact-store.ts';
import type { RpcError } from '../../mcp/rpc-error.ts';
import { SqlError } from '../../storage/sql-error.ts';

/** Methods of MCP 2025-11-25 that read resources ("Resources"). */
export type ResourceMethod = 'resources/list' | 'resources/templates/list' | 'resources/read';

export function isResourceMethod(method: string): method is ResourceMethod {
  return method === 'resources/list' || method === 'resources/templates/list' || method === 'resources/read';
}

/** True if the URI names an artifact. */
export function isOwnUri(uri: unknown): boolean {
  return typeof uri === 'string' && uri.startsWith('ax://');
}

/** Resources of our own: stored artifacts. */
export interface OwnResources {
  readonly artifacts: ArtifactStore;
  /** Turns a fault of the store into the error for the client. */
  readonly toFault: (fault: ArtifactError | SqlError, method: ResourceMethod) => RpcError;
}

/** Answers a resource method. Rejects with an `RpcError`. */
export async function answerResources(
  { artifacts, toFault }: OwnResources,
  method: ResourceMethod,
  params: unknown,
): Promise<object> {
  if (method === 'resources/templates/list') return listArtifactTemplates();
  try {
    if (method === 'resources/read') return await readArtifactResource(artifacts, params);
    return await listArtifactResources(artifacts, params);
  } catch (error) {
    throw error instanceof ArtifactError || error instanceof SqlError ? toFault(error, method) : error;
  }
}
