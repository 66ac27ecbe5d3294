import { ArtifactError } from '../../src/artifacts/artifact-error.ts';
import type { DescribedTool } from '../../src/mcp/describe-tool.ts';
import type { shownText } from '../../src/mcp/shown-text.ts';
import type { ToolResult } from '../../src/mcp/tool-result.ts';
import type { callTool } from '../../src/tools/call/call-tool.ts';
import type { SharedCallable } from '../../src/tools/call/shared-as-tool.ts';
import type { missingTool, OwnTool } from '../tools/calls/own-tool.ts';
import type { toRememberedCall } from '../tools/calls/session/to-session-call.ts';
import { storeFault } from '../tools/calls/store-fault.ts';
import type { CallFolder, FindFolder } from './call-folder.ts';
import type { checkListParams } from './check-list-params.ts';
import type { ServerOptions } from './server-options.ts';
import type { SessionDefinitions } from './session-definitions.ts';

const LINE = { type: 'integer' };

/**
 * Short definition of the tool `artifact`, for a model that gets it with every request but rarely needs it. The tool
 * also accepts the arguments that are not listed here. A page of a long result says how to use `cursor`.
 */
const BRIEF_ARTIFACT: DescribedTool = {
  name: 'artifact',
  title: 'Read a stored artifact',
  description: 'Get back a result that was shortened: all, lines a to b, or lines that match.',
  inputSchema: {
    type: 'object',
    properties: {
      ref: { type: 'string' },
      start_line: LINE,
      end_line: LINE,
      pattern: { type: 'string', description: 'Regular expression' },
      cursor: { type: 'string' },
    },
    required: ['ref'],
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
};

/** Parts that answer requests, loaded after `initialize`. */
export interface Parts {
  readonly callTool: typeof callTool;
  readonly missingTool: typeof missingTool;
  readonly checkListParams: typeof checkListParams;
  readonly shownText: typeof shownText;
  readonly toRememberedCall: typeof toRememberedCall;
  readonly tools: readonly Pick<OwnTool, 'name'>[];
  /** Returns one of our tools, working in that folder. Default: the root. */
  readonly toolIn: (name: unknown, folder: CallFolder | undefined) => OwnTool | undefined;
  /** Undefined if every call stays in the root. */
  readonly findFolder: FindFolder | undefined;
  readonly shared: readonly SharedCallable[];
  /** Describes all tools for `tools/list`. */
  readonly describe: (structured: boolean) => readonly object[];
  /** Undefined without a ledger. */
  readonly definitions: SessionDefinitions | undefined;
}

/**
 * Loads the tools and their validation. This is done after `initialize` is answered, which takes a fifth less time as a
 * result. No client calls a tool earlier.
 */
export async function loadParts(options: ServerOptions, defersTools: () => Promise<boolean>): Promise<Parts> {
  const [own, callable, call, list, sessions, texts, remembered, told, finding, definitions, sharedTools] =
    await Promise.all([
      import('../tools/calls/own-tool.ts'),
      import('../../src/tools/call/shared-as-tool.ts'),
      import('../../src/tools/call/call-tool.ts'),
      import('./check-list-params.ts'),
      import('./session-definitions.ts'),
      import('../../src/mcp/shown-text.ts'),
      import('../tools/calls/session/to-session-call.ts'),
      import('../tools/read/folder-instructions.ts'),
      import('./call-folder.ts'),
      options.loadTools(),
      options.loadSharedTools?.() ?? [],
    ]);
  const { ledger, root, toldFolders, timers, log } = options;
  const instructions = told.createFolderInstructions(root);
  const tools = definitions.map((one) => own.ownTool({ ...options, instructions }, one));
  const toolIn: Parts['toolIn'] = (name, place) => {
    const one = definitions.find((tool) => tool.name === name);
    return one && own.ownTool({ ...options, instructions, ...place }, one);
  };
  const shared = sharedTools.map((tool) => {
    const record = (given: unknown, { content }: ToolResult): void => {
      const written = JSON.stringify(given);
      ledger?.record({ kind: 'fetch', tool: tool.name, shown: texts.shownText(content), written });
    };
    return callable.sharedAsTool(tool, { record, toFault });
  });
  // Cached, because clients list again whenever one of the other servers changes its tools.
  const described = new Map<boolean, readonly object[]>();
  const describe = (structured: boolean): readonly object[] => {
    const known =
      described.get(structured) ??
      (options.onlyArtifact === true
        ? shared.map((tool) => (tool.name === BRIEF_ARTIFACT.name ? BRIEF_ARTIFACT : tool.definition(structured)))
        : [...tools, ...shared].map((tool) => tool.definition(structured)));
    described.set(structured, known);
    return known;
  };
  return {
    ...{ ...own, ...call, ...texts, ...remembered, tools, toolIn, shared, describe },
    findFolder: toldFolders && finding.createFindFolder({ start: root, told: toldFolders, timers, log }),
    checkListParams: list.checkListParams,
    definitions: ledger && sessions.createSessionDefinitions(ledger, defersTools),
  };
}

function toFault(error: unknown): never {
  throw error instanceof ArtifactError ? storeFault(error) : error;
}
