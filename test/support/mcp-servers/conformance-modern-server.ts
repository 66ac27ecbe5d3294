import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { RPC } from '../../../src/mcp/json-rpc.ts';
import { answerModern } from '../../../src/mcp/modern/answer-modern.ts';
import { META, readRequestMeta } from '../../../src/mcp/modern/request-meta.ts';
import { createPeer } from '../../../src/mcp/peer.ts';
import { RpcError } from '../../../src/mcp/rpc-error.ts';
import { type FixtureCall, FixtureError } from './conformance-call.ts';
import { createFixtureLists } from './conformance-lists.ts';
import { RESOURCE_TEMPLATES, RESOURCES, readResource } from './conformance-resources.ts';
import { inRounds } from './conformance-rounds.ts';

/**
 * The same fixture as conformance-server.ts, but only for MCP 2026-07-28: there is no `initialize`, and the server
 * sends no requests.
 */

const { PIDS } = process.env;
if (PIDS !== undefined) appendFileSync(PIDS, `${process.pid}\n`);

interface Params {
  readonly name?: string;
  readonly uri?: string;
  readonly arguments?: Readonly<Record<string, string>>;
  readonly argument?: { readonly value: string };
  readonly notifications?: Readonly<Record<string, unknown>>;
  readonly inputResponses?: unknown;
  readonly requestState?: unknown;
  readonly _meta?: { readonly progressToken?: unknown };
}

const OFFER = {
  serverInfo: { name: 'conformance-fixture', title: 'Fixture', version: '1' },
  capabilities: {
    tools: { listChanged: true },
    resources: { listChanged: true },
    prompts: { listChanged: true },
    completions: {},
    logging: {},
  },
  instructions: '',
};

const lists = createFixtureLists();
const KINDS = { tools: 'toolsListChanged', prompts: 'promptsListChanged' } as const;
/** Filters of the clients' subscriptions, by the ids of their requests. */
const listening = new Map<unknown, Readonly<Record<string, unknown>>>();

const peer = createPeer({
  send: async (message) => {
    process.stdout.write(`${JSON.stringify(message)}\n`);
    return undefined;
  },
  async answer({ id, method, params }, signal) {
    const meta = readRequestMeta(method, params);
    if (meta === undefined) throw new RpcError(RPC.methodNotFound, 'Method not found', { method });
    const { logLevel, capabilities } = meta;
    const given = (params ?? {}) as Params;
    const call: Omit<FixtureCall, 'ask' | 'askSome'> = {
      log: async (data) => logLevel && peer.notify('notifications/message', { level: 'info', data }),
      async progress(progress, total) {
        const progressToken = given._meta?.progressToken;
        if (progressToken !== undefined) peer.notify('notifications/progress', { progressToken, progress, total });
      },
      async change(list) {
        lists.change(list);
        for (const [subscription, kinds] of listening) {
          if (kinds[KINDS[list]] !== true) continue;
          peer.notify(`notifications/${list}/list_changed`, { _meta: { [META.subscription]: subscription } });
        }
      },
    };
    const answer = (name: string): Promise<object> =>
      name === 'subscriptions/listen'
        ? listen(id, given, signal)
        : inRounds(given, capabilities, (asks) => answerOne(name, given, { ...call, ...asks })).catch(toRpcError);
    return { result: await answerModern(method, params, { offer: () => OFFER, answer }) };
  },
});

function toRpcError(error: unknown): never {
  throw error instanceof FixtureError ? new RpcError(error.code, error.message, error.data) : error;
}

async function answerOne(method: string, params: Params, call: FixtureCall): Promise<object> {
  const { name = '', arguments: args = {} } = params;
  switch (method) {
    case 'tools/list':
      return { tools: lists.listTools() };
    case 'tools/call': {
      const tool = lists.tools()[name];
      if (tool === undefined) throw new FixtureError(RPC.invalidParams, `No tool "${name}"`, {});
      return await tool.run(args, call);
    }
    case 'prompts/list':
      return { prompts: lists.listPrompts() };
    case 'prompts/get': {
      const prompt = lists.prompts()[name];
      if (prompt === undefined) throw new FixtureError(RPC.invalidParams, `No prompt "${name}"`, {});
      return { messages: (await prompt.show(args, call)).map((content) => ({ role: 'user', content })) };
    }
    case 'resources/list':
      return { resources: RESOURCES };
    case 'resources/templates/list':
      return { resourceTemplates: RESOURCE_TEMPLATES };
    case 'resources/read':
      return { contents: [readResource(params.uri ?? '')] };
    case 'completion/complete': {
      const all = ['testValue1', 'testValue2', 'other'];
      const values = all.filter((value) => value.startsWith(params.argument?.value ?? ''));
      return { completion: { values, total: values.length, hasMore: false } };
    }
  }
  throw new RpcError(RPC.methodNotFound, 'Method not found', { method });
}

/** Never resolves. Rejects when the client cancels the request. */
async function listen(id: unknown, { notifications = {} }: Params, signal: AbortSignal): Promise<object> {
  const _meta = { [META.subscription]: id };
  listening.set(id, notifications);
  peer.notify('notifications/subscriptions/acknowledged', { _meta, notifications });
  return await new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      listening.delete(id);
      reject(signal.reason);
    });
  });
}

createInterface({ input: process.stdin })
  .on('line', (line) => peer.receive(JSON.parse(line)))
  .once('close', () => process.exit(0));
