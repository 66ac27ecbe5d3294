import type { ArtifactStore } from '../../src/artifacts/artifact-store.ts';
import type { SharedTool } from '../../src/mcp/shared-tool.ts';
import { askText } from '../../src/shorten/ask-text.ts';
import { createArtifactTool } from '../../src/tools/artifact/artifact-tool.ts';
import type { PruneSelection } from '../../src/tools/artifact/prune-lines.ts';
import type { ChosenPruner } from '../platform/settings/choose-pruner.ts';

/**
 * The `artifact` tool. It returns stored results, and prunes them with the launcher's own pruner if asked a question.
 */
export function artifactTool(store: ArtifactStore, chosen: ChosenPruner | undefined): SharedTool {
  const prune: PruneSelection | undefined = chosen && ((asked, { signal }) => askText(asked, chosen, signal));
  return createArtifactTool({ store, prune }) as unknown as SharedTool;
}
