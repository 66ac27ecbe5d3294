import type { SharedTool } from '../../../../src/mcp/shared-tool.ts';
import { shownText } from '../../../../src/mcp/shown-text.ts';
import { createArtifactTool } from '../../../../src/tools/artifact/artifact-tool.ts';
import type { OpenPruneContext } from '../../prune/prune-contexts.ts';
import type { WorkerTool } from '../tool.ts';
import { accounted, FETCHED } from './accounted.ts';
import { askKept } from './ask-kept.ts';

/** Creates the `artifact` tool, which returns text that results left out, from the team's store. */
export function teamArtifactTool(openPruneContext: OpenPruneContext): WorkerTool {
  return {
    scope: 'artifacts',
    open(call) {
      const { artifacts: store } = call;
      if (store === undefined) return undefined;
      let record = FETCHED;
      const prune = askKept(call, openPruneContext, (pruned) => {
        record = pruned;
      });
      const tool = createArtifactTool({ store, prune }) as unknown as SharedTool;
      return accounted(tool, call, async ({ content }) => {
        const { countTokens } = await openPruneContext(call.caller);
        // The omitted text was once counted as a saving, so everything returned counts against that.
        return { ...record, tokensIn: 0, tokensOut: countTokens(shownText(content)) };
      });
    },
  };
}
