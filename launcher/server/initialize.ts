import * as z from 'zod/mini';
import { invalidParams, SCHEMA_VERSION } from '../../src/mcp/invalid-params.ts';
import { validate } from '../../src/mcp/validate.ts';

/** Newest first; a client that asks for another is offered the first. */
export const PROTOCOL_VERSIONS: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

export const SERVER_NAME = '@jeeves/mcp-pruner';

const INSTRUCTIONS =
  'read, bash and grep take an optional context_focus_question: ask what you want to know and only the lines that answer it come back. Use it for files and output of more than about 100 lines; leave it out to edit or to see everything. A gap shows as "(filtered N lines: a-b)"; read with start_line and end_line fills it.';

export interface InitializeResult {
  readonly protocolVersion: string;
  readonly serverInfo: { readonly name: string; readonly title: string; readonly version: string };
  readonly capabilities: object;
  readonly instructions: string;
  readonly jeeves: { readonly schemaVersion: number };
}

export interface Initialized {
  readonly result: InitializeResult;
  readonly clientName: string | undefined;
}

const initializeParams: z.ZodMiniType<{
  protocolVersion?: string | undefined;
  clientInfo?: { name: string } | undefined;
  capabilities?: object | undefined;
}> = z.looseObject({
  protocolVersion: z.optional(z.string()),
  clientInfo: z.optional(z.looseObject({ name: z.string(), version: z.optional(z.string()) })),
  capabilities: z.optional(z.record(z.string(), z.unknown())),
});

/** Answers `initialize`; either `protocolVersion` or `capabilities` is enough (DESIGN, decision 7). */
export function initialize(params: unknown, version: string): Initialized {
  const checked = validate(initializeParams, params);
  if (!checked.ok) throw invalidParams('initialize', undefined, checked.issues);
  const { protocolVersion, capabilities, clientInfo } = checked.value;
  if (protocolVersion === undefined && capabilities === undefined) {
    throw invalidParams('initialize', undefined, [{ path: 'protocolVersion', code: 'invalid_type' }]);
  }
  const agreed = PROTOCOL_VERSIONS.find((known) => known === protocolVersion) ?? (PROTOCOL_VERSIONS[0] as string);
  const jeeves = { schemaVersion: SCHEMA_VERSION };
  return {
    result: {
      protocolVersion: agreed,
      serverInfo: { name: SERVER_NAME, title: 'mcp-pruner', version },
      capabilities: { tools: { listChanged: false }, experimental: { jeeves } },
      instructions: INSTRUCTIONS,
      jeeves,
    },
    clientName: clientInfo?.name,
  };
}
