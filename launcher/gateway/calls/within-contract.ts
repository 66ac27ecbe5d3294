import type { KeptText } from '../../../src/artifacts/kept-text.ts';
import type { EventLog } from '../../../src/base/events/event-log.ts';
import type { JsonObject } from '../../../src/base/json/json-object.ts';
import type { AnyToolResult } from '../../../src/fit/result/any-tool-result.ts';
import { fitResult } from '../../../src/fit/result/fit-result.ts';
import { keepText } from '../../platform/artifacts/keep-text.ts';
import type { KeepOptions } from '../../tools/calls/respond.ts';
import { compileSchema } from '../catalog/compile-schema.ts';
import type { OfferedTool } from '../catalog/offered-tool.ts';

export interface ContractOptions extends Pick<KeepOptions, 'artifacts'> {
  readonly offered: OfferedTool;
  readonly maxBytes: number;
  readonly structured: boolean;
  readonly question: string | undefined;
  /** Raw texts that are already stored, by block index. */
  readonly kept: ReadonlyMap<number, KeptText>;
  readonly log: EventLog;
}

/** Fits a result into the response contract, and logs an event if it had to be cut. */
export async function withinContract(result: AnyToolResult, options: ContractOptions): Promise<AnyToolResult> {
  const { offered, artifacts, structured, log } = options;
  const { name: tool } = offered;
  const outputSchema = offered.tool['outputSchema'] as JsonObject | undefined;
  const fitted = await fitResult(result, {
    ...options,
    tool,
    compileFits: async () =>
      outputSchema === undefined || !structured ? undefined : await compileSchema(outputSchema),
    keep: (text) => keepText(artifacts, tool, text, log),
  });
  if (fitted.shaped !== undefined) {
    const { before, after, artifact } = fitted.shaped;
    log('info', 'response.shaped', { tool, bytes_before: before, bytes_after: after, artifact });
  }
  return fitted.result;
}
