import type { JsonObject } from '../../../../src/base/json/json-object.ts';
import { isJsonObject } from '../../../../src/base/json/json-object.ts';
import { RPC } from '../../../../src/mcp/json-rpc.ts';
import { MODERN_ERRORS, ownMeta } from '../../../../src/mcp/modern/request-meta.ts';
import { REQUEST_VERSIONS, SESSION_VERSIONS } from '../../../../src/mcp/protocol-versions.ts';
import { RpcError } from '../../../../src/mcp/rpc-error.ts';
import { MCPConnectionError } from '../../config/server-errors.ts';
import type { UpstreamTransport } from '../transport/upstream-transport.ts';
import type { AskServer } from './ask-server.ts';
import { toHandshakeFault } from './handshake-fault.ts';
import type { ModernServer } from './modern-server.ts';
import type { ServerFacts } from './server-connection.ts';
import { connectTimeout } from './session-faults.ts';
import type { SessionOptions } from './session-options.ts';
import { toServerFacts } from './to-server-facts.ts';

export interface Handshake {
  readonly ask: AskServer;
  readonly openModern: () => Promise<ModernServer>;
  readonly end: (error: MCPConnectionError) => Promise<void>;
}

/**
 * Errors by which a server that supports only MCP 2026-07-28 refuses `initialize`. Any other error comes from a server
 * that knows the method.
 */
const MAY_BE_NEWER: ReadonlySet<number> = new Set([
  ...[RPC.invalidRequest, RPC.methodNotFound, RPC.invalidParams],
  ...Object.values(MODERN_ERRORS),
]);

/** Connects and detects the server's version. The time limit starts with its process. */
export async function shakeHands(options: SessionOptions, { ask, openModern, end }: Handshake): Promise<ServerFacts> {
  const { server, timeoutMs, timers, signal, transport, redact } = options;
  let stopped: MCPConnectionError | undefined;
  const stop = (error: MCPConnectionError): void => {
    stopped ??= error;
    void end(error);
  };
  const onAbort = (): void => stop(signal.reason as MCPConnectionError);
  const cancel = timers.after(timeoutMs, () => stop(connectTimeout(server, timeoutMs, transport.stderr)));
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  try {
    await transport.start();
    if (stopped !== undefined) throw stopped;
    if (await goesWithoutInitialize(options)) return await discover(transport, openModern);
    const inItsVersion = (error: unknown): Promise<ServerFacts> => {
      const own = SESSION_VERSIONS.find((version) => supportedBy(error).includes(version));
      if (own === undefined || own === SESSION_VERSIONS[0]) throw error;
      return initialize(options, ask, own);
    };
    const initialized = initialize(options, ask).catch(inItsVersion);
    return await initialized.catch((error: unknown) => {
      if (error instanceof RpcError && MAY_BE_NEWER.has(error.code)) return discover(transport, openModern, error);
      throw error;
    });
  } catch (error) {
    // Output that the server printed before its answer may arrive slightly after the answer.
    await new Promise((resolve) => setImmediate(resolve));
    const { ending, stderr } = transport;
    const asked = options.protocolVersion === undefined ? 'initialize' : 'server/discover';
    const fault = stopped ?? toHandshakeFault(error, { server, asked, ending, stderr, redact });
    await end(fault);
    throw fault;
  } finally {
    cancel();
    signal.removeEventListener('abort', onAbort);
  }
}

/** True if the configuration, or the server's answer to a probe, says to skip `initialize`. */
async function goesWithoutInitialize({
  protocolVersion,
  transport,
  client,
  clientInfo,
}: SessionOptions): Promise<boolean> {
  if (protocolVersion !== undefined) return true;
  const capabilities = client.capabilities();
  return (await transport.isSessionless?.(ownMeta({ clientInfo, capabilities }))) === true;
}

async function initialize(
  { client, clientInfo, transport }: SessionOptions,
  ask: AskServer,
  protocolVersion = SESSION_VERSIONS[0],
): Promise<ServerFacts> {
  const capabilities = client.capabilities();
  const initialized = await ask('initialize', { protocolVersion, capabilities, clientInfo });
  checkInitialized(initialized);
  transport.setProtocolVersion?.(String(initialized['protocolVersion']));
  return toServerFacts(initialized);
}

async function discover(
  transport: UpstreamTransport,
  openModern: Handshake['openModern'],
  refusal?: RpcError,
): Promise<ServerFacts> {
  transport.setProtocolVersion?.(String(REQUEST_VERSIONS[0]));
  const server = await openModern();
  const again = (error: unknown): Promise<ServerFacts> => {
    if (refusal === undefined && serves(error)) return server.discover();
    // The first error is the reason.
    throw error instanceof MCPConnectionError ? error : (refusal ?? error);
  };
  const facts = await server.discover().catch(again);
  server.listen(facts.capabilities);
  return facts;
}

/** True if a server refuses the version of a request and supports one of ours. */
function serves(error: unknown): boolean {
  return REQUEST_VERSIONS.some((version) => supportedBy(error).includes(version));
}

const REFUSALS: ReadonlySet<number> = new Set([RPC.invalidParams, MODERN_ERRORS.unsupportedVersion]);

/**
 * Returns the versions that a server names when it refuses another (MCP 2025-11-25, "Lifecycle", section "Error Handling";
 * MCP 2026-07-28, "Error Codes").
 */
function supportedBy(error: unknown): readonly unknown[] {
  const refuses = error instanceof RpcError && REFUSALS.has(error.code);
  const supported = refuses && isJsonObject(error.data) ? error.data['supported'] : undefined;
  return Array.isArray(supported) ? supported : [];
}

/** Throws if an answer is not valid MCP, or if its version is unsupported. */
function checkInitialized({ protocolVersion, capabilities, serverInfo }: JsonObject): void {
  if (typeof protocolVersion !== 'string' || !isJsonObject(capabilities) || !isJsonObject(serverInfo))
    throw new Error();
  if (SESSION_VERSIONS.includes(protocolVersion)) return;
  const message = `Server's protocol version is not supported: ${protocolVersion}`;
  // The server wants a version without `initialize`, so it is asked with `server/discover` next.
  if (REQUEST_VERSIONS.includes(protocolVersion)) throw new RpcError(MODERN_ERRORS.unsupportedVersion, message);
  throw new Error(message);
}
