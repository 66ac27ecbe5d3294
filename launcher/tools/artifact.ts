import type { ArtifactStore } from '../../src/artifacts/artifact-store.ts';
import { createArtifactTool } from '../../src/artifacts/tool/artifact-tool.ts';
import type { SharedTool } from '../../src/mcp/shared-tool.ts';
import type { ChosenPruner } from '../pruning/choose-pruner.ts';

/** `artifact`: what was left out of a result, from where the launcher keeps it, pruned by its own pruner where asked. */
export function artifactTool(store: ArtifactStore, chosen: ChosenPruner | undefined): SharedTool {
  const tool = createArtifactTool({
    store,
    prune:
      chosen === undefined
        ? undefined
        : async ({ text, question, firstLine }, { signal }) => {
            const outcome = await chosen.pruner.prune({ text, question, firstLine, markers: 'ranges' }, { signal });
            return outcome.ok ? outcome.text : undefined;
          },
  });
  return tool as unknown as SharedTool;
}
