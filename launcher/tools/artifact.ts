import type { ArtifactStore } from '../../src/artifacts/artifact-store.ts';
import type { SharedTool } from '../../src/mcp/shared-tool.ts';
import { createArtifactTool } from '../../src/tools/artifact/artifact-tool.ts';
import type { ChosenPruner } from '../platform/settings/choose-pruner.ts';

/**
 * The `artifact` tool. It returns stored results, and prunes them with the launcher's own pruner if asked a question.
 */
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
