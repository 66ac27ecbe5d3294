import { createEventLog } from '../../launcher/platform/event-log.ts';
import { systemTimers } from '../../launcher/platform/timers.ts';
import type { SavingsLedger } from '../../launcher/savings/savings-ledger.ts';
import { createServer, type ServerOptions } from '../../launcher/server/server.ts';
import { artifactTool } from '../../launcher/tools/artifact.ts';
import type { LazySessionMemory } from '../../launcher/tools/calls/session/lazy-session-memory.ts';
import type { CallToolResult } from '../../launcher/tools/calls/tool-result.ts';
import { loadTools } from '../../launcher/tools/catalog.ts';
import type { AnyTool } from '../../launcher/tools/definition.ts';
import type { ArtifactStore } from '../../src/artifacts/artifact-store.ts';
import type { Pruner } from '../../src/engine/pruner.ts';
import type { ClientSession } from '../../src/mcp/calls/client-session.ts';
import type { Event } from './launcher.ts';

export interface InProcessServer {
  call(tool: string, args: object): Promise<CalledResult>;
  handle(method: string, params?: unknown): Promise<object>;
  readonly events: readonly Event[];
}

/** Result of a tool whose content blocks are texts. */
export interface CalledResult extends Omit<CallToolResult, 'content'> {
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent: Record<string, unknown>;
}

export interface InProcessOptions {
  /** `undefined` to switch pruning off. */
  readonly pruner?: Pruner | undefined;
  readonly maxInputBytes?: number;
  readonly output?: 'auto' | 'structured' | 'text';
  readonly signal?: AbortSignal;
  readonly artifacts?: ArtifactStore;
  readonly maxResponseBytes?: number;
  readonly ledger?: SavingsLedger;
  readonly shadow?: boolean;
  readonly context?: ServerOptions['context'];
  readonly defersTools?: ServerOptions['defersTools'];
  readonly hooks?: ServerOptions['hooks'];
  /** Default: calls share no session memory. */
  readonly session?: LazySessionMemory;
  /** Default: this project's own tools. */
  readonly tools?: readonly AnyTool[];
  /** Clock in milliseconds, for durations. Default: the real one. */
  readonly now?: () => number;
  readonly notify?: (method: string, params: object) => void;
  /** Reason why no answer can be written. Default: every answer is written. */
  readonly lost?: Error;
}

/** A client that ignores notifications and rejects requests. */
const NO_CLIENT: ClientSession = {
  notify: () => {},
  request: () => Promise.reject(new Error('This client answers nothing')),
};

/** The server without a transport, with real tools in `root`. */
export function inProcessServer(root: string, options: InProcessOptions = {}): InProcessServer {
  const events: Event[] = [];
  const log = createEventLog({
    write: (line) => void events.push(JSON.parse(line) as Event),
    least: 'debug',
    now: () => new Date(0),
  });
  let id = 0;
  const chosen = options.pruner === undefined ? undefined : { pruner: options.pruner, endpoint: 'test' };
  const serve = createServer({
    loadTools: async () => options.tools ?? (await loadTools()),
    loadSharedTools: async () => (options.artifacts === undefined ? [] : [artifactTool(options.artifacts, chosen)]),
    root,
    // Not the home of the user who runs the tests, because a login shell would run that user's profile.
    env: { ...process.env, HOME: root },
    shortening: {
      prune: {
        chosen,
        maxInputBytes: options.maxInputBytes ?? 1 << 21,
        session: options.session,
        now: options.now ?? (() => performance.now()),
      },
      artifacts: options.artifacts,
      record: options.ledger && ((call) => options.ledger?.record({ kind: 'call', ...call })),
      shadow: options.shadow,
    },
    log,
    newRequestId: () => `request-${++id}`,
    version: '0.0.0',
    output: options.output ?? 'structured',
    artifacts: options.artifacts,
    maxResponseBytes: options.maxResponseBytes,
    ledger: options.ledger,
    context: options.context,
    hooks: options.hooks,
    defersTools: options.defersTools,
    session: options.session,
    timers: systemTimers,
  });
  let requests = 0;
  const handle = async (method: string, params?: unknown): Promise<object> => {
    const written: ((error: Error | undefined, bytes: number) => void)[] = [];
    const answer = await serve(method, params, {
      ...{ id: ++requests, closing: new AbortController().signal },
      signal: options.signal ?? new AbortController().signal,
      session: NO_CLIENT,
      notify: options.notify ?? (() => {}),
      onWritten: (done) => {
        written.push(done);
      },
    });
    for (const done of written) done(options.lost, Buffer.byteLength(JSON.stringify(answer)));
    return answer;
  };
  return {
    events,
    handle,
    call: (name, args) => handle('tools/call', { name, arguments: args }) as ReturnType<InProcessServer['call']>,
  };
}
