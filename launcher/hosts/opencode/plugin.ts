import { askServer } from '../hook-client/ask-server.ts';
import { findServers } from '../hook-client/find-servers.ts';
import { hookHome } from '../hook-client/hook-home.ts';
import { createSentParts, type UnsentParts } from './sent-parts.ts';

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
/** Max messages to request: all of a new session first, then what one call can add. */
const ALL = 200;
const NEWEST = 16;

/**
 * opencode's plugin. Sends results of opencode's own tools to our server, and uses the server's text if it returns one.
 * On any error the result stays unchanged. This file must export only plugins, and runs in Bun.
 */
export const McpPruner = async (
  { directory, client }: PluginInput,
  options?: { readonly home?: unknown },
): Promise<Hooks> => {
  const home = hookHome(process.env, typeof options?.home === 'string' ? options.home : undefined);
  const sent = createSentParts();
  return {
    async 'tool.execute.after'({ tool, sessionID: id, callID, args }, result) {
      try {
        const { output, metadata } = result;
        if (!TOOLS.has(tool) || typeof output !== 'string') return;
        // opencode itself started the server, and the plugin runs in opencode's process.
        const [server] = findServers(home, { host: 'opencode', processes: () => [process.pid], folder: directory });
        if (server === undefined || output.length < server.minChars) return;
        const unsent = async (limit: number): Promise<UnsentParts | undefined> => {
          const told = await within(server.timeoutMs, client.session.messages({ path: { id }, query: { limit } }));
          return sent.without(id, server.token, told?.data);
        };
        const newest = sent.knows(id, server.token) ? await unsent(NEWEST) : undefined;
        const news = newest === undefined || newest.hasGap ? await unsent(ALL) : newest;
        if (news === undefined) return;
        const { messages } = news;
        const { truncated, exit } = (metadata ?? {}) as { readonly truncated?: unknown; readonly exit?: unknown };
        const input = { session: id, call: callID, tool, args, output, metadata: { truncated, exit }, messages };
        const { isHeard, answer } = await askServer(server, 'opencode', Buffer.from(JSON.stringify(input)));
        if (isHeard) news.told();
        const shown = answer === undefined ? undefined : (JSON.parse(answer) as { readonly output?: unknown }).output;
        if (typeof shown === 'string') result.output = shown;
      } catch {
        // Leave the result unchanged.
      }
    },
  };
};

function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => resolve(undefined), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(late));
  });
}
