import type { KeptText } from '../../artifacts/keep-text.ts';
import { keepText } from '../../artifacts/keep-text.ts';
import type { EventLog } from '../../events/event-log.ts';
import type { KeepOptions } from '../../server/respond.ts';
import { compileSchema } from '../catalog/compile-schema.ts';
import type { OfferedTool } from '../catalog/offered-tool.ts';
import type { JsonObject } from '../connection/server-connection.ts';
import { fitGatewayResult } from './fit-gateway-result.ts';
import type { GatewayResult } from './gateway-result.ts';

export interface ContractOptions extends Pick<KeepOptions, 'artifacts'> {
  readonly offered: OfferedTool;
  readonly maxBytes: number;
  readonly structured: boolean;
  readonly question: string | undefined;
  /** Where raw texts are already, by the block that showed them. */
  readonly kept: ReadonlyMap<number, KeptText>;
  readonly log: EventLog;
}

/** A result within the response contract, told as an event where it had to be cut. */
export async function withinContract(result: GatewayResult, options: ContractOptions): Promise<GatewayResult> {
  const { offered, artifacts, structured, log } = options;
  const { name: tool } = offered;
  const outputSchema = offered.tool['outputSchema'] as JsonObject | undefined;
  const fitted = await fitGatewayResult(result, {
    ...options,
    tool,
    fits: outputSchema === undefined || !structured ? undefined : await compileSchema(outputSchema),
    keep: (text) => keepText(artifacts, tool, text, log),
  });
  if (fitted.shaped !== undefined) {
    const { before, after, artifact } = fitted.shaped;
    log('info', 'response.shaped', { tool, bytes_before: before, bytes_after: after, artifact });
  }
  return fitted.result;
}
