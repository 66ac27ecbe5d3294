import { ArtifactError } from '../../src/artifacts/artifact-error.ts';
import {
  listArtifactResources,
  listArtifactTemplates,
  readArtifactResource,
} from '../../src/artifacts/artifact-resources.ts';
import type { ArtifactStore } from '../../src/artifacts/artifact-store.ts';
import { CONTEXT_SCHEME, CONTEXT_TEMPLATES, type ContextResources } from '../../src/context/context-resources.ts';
import { listWithContext } from '../../src/context/list-with-context.ts';
import { SqlError } from '../../src/storage/sql-error.ts';
import type { EventLog } from '../events/event-log.ts';
import { storeFault } from './store-fault.ts';

/** Resource methods of MCP 2025-11-25 that read artifacts. */
export type ResourceMethod = 'resources/list' | 'resources/templates/list' | 'resources/read';

export function isResourceMethod(method: string): method is ResourceMethod {
  return method === 'resources/list' || method === 'resources/templates/list' || method === 'resources/read';
}

/** True if the URI names an artifact or a stashed segment. */
export function isOwnUri(uri: unknown): boolean {
  return typeof uri === 'string' && (uri.startsWith('ax://') || uri.startsWith(CONTEXT_SCHEME));
}

/** Resources of our own. */
export interface OwnResources {
  readonly artifacts: ArtifactStore;
  readonly context?: ContextResources | undefined;
  readonly log: EventLog;
}

/** Answers a resource method. Rejects with an `RpcError`, also if the store fails. */
export async function answerResources(
  { artifacts, context, log }: OwnResources,
  method: ResourceMethod,
  params: unknown,
): Promise<object> {
  const { cursor, uri } = (params ?? {}) as { readonly cursor?: unknown; readonly uri?: unknown };
  try {
    if (method === 'resources/list') {
      const own = () => listArtifactResources(artifacts, params);
      if (context === undefined || (cursor !== undefined && typeof cursor !== 'string')) return await own();
      return await listWithContext(context, cursor, own);
    }
    if (method === 'resources/read') {
      const isContext = typeof uri === 'string' && uri.startsWith(CONTEXT_SCHEME);
      if (context !== undefined && isContext) return await context.read(uri);
      return await readArtifactResource(artifacts, params);
    }
    const listed = listArtifactTemplates();
    if (context === undefined) return listed;
    return { resourceTemplates: [...listed.resourceTemplates, ...CONTEXT_TEMPLATES] };
  } catch (error) {
    if (!(error instanceof ArtifactError || error instanceof SqlError)) throw error;
    log('error', 'artifact.read_failed', { method, message: error.message });
    throw storeFault(error);
  }
}
