import { isFields } from '../../../src/transcripts/fields.ts';
import { askServer } from '../hook-client/ask-server.ts';
import { findHookServers } from '../hook-client/find-servers.ts';
import { hookHome } from '../hook-client/hook-home.ts';
import { createSentParts, type SentParts, type UnsentParts } from './sent-parts.ts';
import { textIn, toFirstForm } from './session-messages.ts';

/** The part of opencode's plugin input that we use (https://opencode.ai/docs/plugins). */
interface PluginInput {
  readonly directory: string;
  readonly client: {
    readonly session: {
      messages(options: {
        readonly path: { readonly id: string };
        readonly query: { readonly limit: number };
      }): Promise<{ readonly data?: unknown }>;
    };
  };
}

interface Call {
  readonly tool: string;
  readonly sessionID: string;
  readonly callID: string;
  readonly args: unknown;
}

interface Result {
  output: unknown;
  readonly metadata?: unknown;
}

interface Hooks {
  'tool.execute.after'(call: Call, result: Result): Promise<void>;
}

const TOOLS = new Set(['read', 'bash', 'grep', 'webfetch']);
/** Max messages to request: `ALL` for a new session, `NEWEST` later, which covers what one call can add. */
const ALL = 200;
const NEWEST = 16;

/** A call of a host's tool, its result, and how to read the session. */
interface Asked extends Call {
  readonly output: string;
  readonly metadata: unknown;
  /** Folder in which the agent works. */
  readonly directory: string;
  /** Resolves to the newest messages of the session, in the form of opencode 1. */
  messages(limit: number): Promise<unknown>;
}

interface Own {
  /** Value of MCP_PRUNER_HOME. */
  readonly home: string;
  readonly sent: SentParts;
}

const openOwn = (options: unknown): Own => {
  const given = isFields(options) ? options['home'] : undefined;
  return { home: hookHome(process.env, typeof given === 'string' ? given : undefined), sent: createSentParts() };
};

/**
 * Sends a result to our server. Resolves to the text that replaces it; undefined if the result stays unchanged. May
 * reject.
 */
async function ask(asked: Asked, { home, sent }: Own): Promise<string | undefined> {
  const { tool, sessionID: session, callID: call, args, output, metadata, directory } = asked;
  if (!TOOLS.has(tool)) return undefined;
  // opencode itself started the server, and the plugin runs in opencode's process.
  const [server] = findHookServers(home, { host: 'opencode', processes: () => [process.pid], folder: directory });
  if (server === undefined || output.length < server.minChars) return undefined;
  const unsent = async (limit: number): Promise<UnsentParts | undefined> => {
    return sent.without(session, server.token, await within(server.timeoutMs, asked.messages(limit)));
  };
  const newest = sent.knows(session, server.token) ? await unsent(NEWEST) : undefined;
  const news = newest === undefined || newest.hasGap ? await unsent(ALL) : newest;
  if (news === undefined) return undefined;
  const { truncated, exit } = (metadata ?? {}) as { readonly truncated?: unknown; readonly exit?: unknown };
  const input = { session, call, tool, args, output, metadata: { truncated, exit }, messages: news.messages };
  const { isHeard, answer } = await askServer(server, 'opencode', Buffer.from(JSON.stringify(input)));
  if (isHeard) news.told();
  const shown = answer === undefined ? undefined : (JSON.parse(answer) as { readonly output?: unknown }).output;
  return typeof shown === 'string' ? shown : undefined;
}

/**
 * Our plugin of opencode 1. Sends results of opencode's own tools to our server, and uses the server's text if it returns
 * one. On any error the result stays unchanged. This file must export only plugins, and runs in Bun.
 */
export const McpPruner = async ({ directory, client }: PluginInput, options?: unknown): Promise<Hooks> => {
  const own = openOwn(options);
  return {
    async 'tool.execute.after'(call, result) {
      try {
        const { output, metadata } = result;
        if (typeof output !== 'string') return;
        const messages = async (limit: number): Promise<unknown> =>
          (await client.session.messages({ path: { id: call.sessionID }, query: { limit } })).data;
        const shown = await ask({ ...call, output, metadata, directory, messages }, own);
        if (shown !== undefined) result.output = shown;
      } catch {
        // Leave the result unchanged.
      }
    },
  };
};

/**
 * The part of the plugin context of OpenCode 2 that we use. Each member is checked at runtime, because this was written
 * without being able to run OpenCode 2.
 */
interface SetupContext {
  readonly options?: unknown;
  readonly location?: { readonly directory?: unknown };
  readonly tool?: { readonly hook?: (event: string, run: (event: unknown) => Promise<void>) => unknown };
  readonly session?: { readonly context?: (input: { readonly sessionID: string }) => Promise<unknown> };
}

/**
 * Our plugin of OpenCode 2 (https://opencode.ai/v2/docs/build/plugins). Does nothing if a member that it needs is
 * missing.
 */
async function setup({ options, location, tool, session }: SetupContext): Promise<void> {
  if (typeof tool?.hook !== 'function' || typeof session?.context !== 'function') return;
  const own = openOwn(options);
  const folder = location?.directory;
  const directory = typeof folder === 'string' ? folder : process.cwd();
  const read = session.context.bind(session);
  await tool.hook('execute.after', async (event) => {
    try {
      if (!isFields(event) || event['status'] !== 'completed' || !isFields(event['result'])) return;
      const { tool: name, sessionID, id: callID, input: args, result } = event;
      const { content, metadata } = result;
      const output = textIn(content);
      if (typeof name !== 'string' || typeof sessionID !== 'string' || typeof callID !== 'string') return;
      if (output === undefined) return;
      const messages = async (): Promise<unknown> => toFirstForm(listIn(await read({ sessionID })));
      const call = { tool: name === 'shell' ? 'bash' : name, sessionID, callID, args, output, metadata, directory };
      const shown = await ask({ ...call, messages }, own);
      if (shown === undefined) return;
      const replaced = typeof content === 'string' ? shown : [{ type: 'text', text: shown }];
      (event as { result: unknown }).result = { ...result, content: replaced };
    } catch {
      // Leave the result unchanged.
    }
  });
}

/** Returns the answer itself, or its `data` if the answer is an object. */
const listIn = (answer: unknown): unknown => (isFields(answer) ? answer['data'] : answer);

/** Both plugins. opencode 1 uses `server`. OpenCode 2 accepts only a default export, and uses `setup`. */
const plugins: { readonly id: string; readonly server: typeof McpPruner; readonly setup: typeof setup } = {
  id: 'mcp-pruner',
  server: McpPruner,
  setup,
};
export default plugins;

function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => resolve(undefined), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(late));
  });
}
