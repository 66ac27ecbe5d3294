import type { callTool } from '../../src/mcp/calls/call-tool.ts';
import type { selfShapedTool } from '../../src/mcp/calls/self-shaped-tool.ts';
import type { SharedTool } from '../../src/mcp/calls/shared-tool.ts';
import type { shownText } from '../../src/mcp/shown-text.ts';
import type { ownTool } from '../tools/calls/own-tool.ts';
import type { toSessionCall } from '../tools/calls/session/to-session-call.ts';
import type { AnyTool } from '../tools/definition.ts';
import type { ToolContext } from '../tools/tool.ts';
import type { checkListParams } from './list-tools.ts';
import type { ServerOptions } from './server-options.ts';
import type { SessionDefinitions } from './session-definitions.ts';

/** Parts that answer requests, loaded after `initialize`. */
export interface Parts {
  readonly callTool: typeof callTool;
  readonly ownTool: typeof ownTool;
  readonly selfShapedTool: typeof selfShapedTool;
  readonly checkListParams: typeof checkListParams;
  readonly shownText: typeof shownText;
  readonly toSessionCall: typeof toSessionCall;
  readonly tools: readonly AnyTool[];
  readonly shared: readonly SharedTool[];
  /** Describes all tools for `tools/list`. */
  readonly describe: (structured: boolean) => readonly object[];
  /** Undefined without a ledger. */
  readonly definitions: SessionDefinitions | undefined;
  readonly instructions: ToolContext['instructions'];
}

/**
 * Loads the tools and their validation. Done after `initialize` is answered, which saves a fifth of the time until then.
 * No client calls a tool earlier.
 */
export async function loadParts(options: ServerOptions, defersTools: () => Promise<boolean>): Promise<Parts> {
  const [own, selfShaped, call, list, sessions, texts, remembered, folders, tools, shared] = await Promise.all([
    import('../tools/calls/own-tool.ts'),
    import('../../src/mcp/calls/self-shaped-tool.ts'),
    import('../../src/mcp/calls/call-tool.ts'),
    import('./list-tools.ts'),
    import('./session-definitions.ts'),
    import('../../src/mcp/shown-text.ts'),
    import('../tools/calls/session/to-session-call.ts'),
    import('../tools/read/folder-instructions.ts'),
    options.loadTools(),
    options.loadSharedTools?.() ?? [],
  ]);
  // Cached, because clients list again whenever a server behind us changes its tools.
  const described = new Map<boolean, readonly object[]>();
  const describe = (structured: boolean): readonly object[] => {
    const known = described.get(structured) ?? list.describeTools(tools, shared, structured);
    described.set(structured, known);
    return known;
  };
  const { ledger, root } = options;
  return {
    ...{ ...own, ...selfShaped, ...call, ...texts, ...remembered, tools, shared, describe },
    checkListParams: list.checkListParams,
    definitions: ledger && sessions.createSessionDefinitions(ledger, defersTools),
    instructions: folders.createFolderInstructions(root),
  };
}
