import { ArtifactError } from '../../src/artifacts/artifact-error.ts';
import {
  listArtifactResources,
  listArtifactTemplates,
  readArtifactResource,
} from '../../src/artifacts/artifact-resources.ts';
import type { ArtifactStore } from '../../src/artifacts/artifact-store.ts';
import type { EventLog } from '../events/event-log.ts';
import { storeFault } from './store-fault.ts';

/** The resource methods of MCP 2025-11-25 that artifacts are read by. */
export type ResourceMethod = 'resources/list' | 'resources/templates/list' | 'resources/read';

export function isResourceMethod(method: string): method is ResourceMethod {
  return method === 'resources/list' || method === 'resources/templates/list' || method === 'resources/read';
}

/** Answers a resource method. Rejects with an `RpcError`, also for what the store could not do. */
export async function answerResources(
  artifacts: ArtifactStore,
  method: ResourceMethod,
  params: unknown,
  log: EventLog,
): Promise<object> {
  try {
    if (method === 'resources/list') return await listArtifactResources(artifacts, params);
    if (method === 'resources/read') return await readArtifactResource(artifacts, params);
    return listArtifactTemplates();
  } catch (error) {
    if (!(error instanceof ArtifactError)) throw error;
    log('error', 'artifact.read_failed', { method, message: error.message });
    throw storeFault(error);
  }
}
