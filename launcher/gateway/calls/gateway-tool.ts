import type { AnyToolResult } from '../../../src/fit/result/any-tool-result.ts';
import { keepText } from '../../../src/shorten/keep-text.ts';
import type { CallableTool, Unshortened } from '../../../src/tools/call/call-tool.ts';
import { listOffered, type OfferedTool } from '../catalog/offered-tool.ts';
import type { ServerConnection } from '../upstream/connection/server-connection.ts';
import { type CheckedCall, checkCall } from './check-call.ts';
import { forwardCall } from './forward-call.ts';
import type { GatewayCallOptions } from './gateway-call-options.ts';
import { type ServerAnswer, serverOutput, toAnswerFault } from './server-output.ts';

/** A tool of another server, and the connection to that server. */
export interface GatewayCall {
  readonly offered: OfferedTool;
  readonly connection: ServerConnection;
}

/**
 * Makes another server's tool callable. Failures of the server become tool errors; its own JSON-RPC errors are passed
 * on unchanged.
 */
export function gatewayTool(
  options: GatewayCallOptions,
  { offered, connection }: GatewayCall,
): CallableTool<CheckedCall, AnyToolResult> {
  return {
    name: offered.name,
    definition: () => listOffered(offered).tool,
    check(params) {
      const checked = checkCall(offered, params);
      return checked.ok ? { ok: true, args: checked } : checked;
    },
    async execute(checked, { context, client, log }) {
      const { now } = options.shortening.prune;
      const forwarded = await forwardCall(checked, { offered, connection, context, log, now });
      if (!forwarded.ok) return { result: forwarded.told, failure: forwarded.fault };
      const { answer, bytes } = forwarded;
      const { structured } = client;
      const output = await toUnshortened(options, { offered, answer, question: checked.question, structured, log });
      return { output, facts: { bytes } };
    },
    toFault: (error) => toAnswerFault(offered, error),
  };
}

/** Returns a server's answer as an output to shorten by the question. */
export async function toUnshortened(
  { shortening, maxResponseBytes }: GatewayCallOptions,
  { question, ...given }: Omit<ServerAnswer, 'wanted' | 'maxResponseBytes'> & { readonly question: string | undefined },
): Promise<Unshortened<AnyToolResult>> {
  const { artifacts, shadow } = shortening;
  const wanted = { question };
  // In shadow mode nothing that is stored is named to the model.
  const keep = (text: string) => keepText(shadow ? undefined : artifacts, given.offered.name, text, given.log);
  return { of: await serverOutput({ ...given, wanted, maxResponseBytes }, keep), wanted };
}
