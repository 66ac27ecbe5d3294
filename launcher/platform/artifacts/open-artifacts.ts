import path from 'node:path';
import type { ArtifactStore } from '../../../src/artifacts/artifact-store.ts';

export interface ArtifactsOptions {
  /** Value of MCP_PRUNER_HOME. */
  readonly home: string;
  /** True if secrets in known formats are removed before anything is stored. */
  readonly redact: boolean;
}

/** Returns the launcher's folder of artifacts, in MCP_PRUNER_HOME. */
export const artifactsFolder = (home: string): string => path.join(home, 'artifacts');

/** Opens the launcher's artifacts. Loads with the first call, or with `load`, and touches the disk with a call. */
export function openArtifacts({
  home,
  redact,
}: ArtifactsOptions): ArtifactStore & { readonly load: () => Promise<unknown> } {
  let opening: Promise<ArtifactStore> | undefined;
  const open = async (): Promise<ArtifactStore> => {
    const { createFileArtifactStore } = await import('./file-artifact-store.ts');
    const files = createFileArtifactStore({ folder: artifactsFolder(home) });
    if (!redact) return files;
    return (await import('../../../src/artifacts/redacting-artifacts.ts')).redactingArtifacts(files);
  };
  const opened = (): Promise<ArtifactStore> => {
    opening ??= open();
    return opening;
  };
  return {
    load: opened,
    put: async (artifact) => (await opened()).put(artifact),
    info: async (ref) => (await opened()).info(ref),
    read: async (ref, range) => (await opened()).read(ref, range),
    list: async (page) => (await opened()).list(page),
    remove: async (ref) => (await opened()).remove(ref),
    usage: async () => (await opened()).usage(),
  };
}
