import * as z from 'zod';
import type { Value } from '../../mcp/value.ts';
import { coerceBoolean, optionally } from '../coerce.ts';

const call = optionally(z.string());

/** A step of the session history. */
const sessionStep = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['asked', 'said']).describe('Message of the user (`asked`) or the agent (`said`)'),
    text: z.string(),
  }),
  z.object({
    kind: z.literal('called').describe('Tool call of the agent'),
    tool: z.string().describe('Name of the tool in the agent, such as `Read` or `shell`'),
    args: optionally(z.record(z.string(), z.unknown())).describe('Arguments as the agent gave them'),
    call: call.describe('Id of the call. Needed only if several calls wait for their results'),
  }),
  z.object({
    kind: z.literal('gave').describe('Result of a tool'),
    text: z.string(),
    call: call.describe('Id of the call that it answers. Default: the last call before it'),
  }),
]);
export type SessionStep = Value<typeof sessionStep>;

/** Schema of a request's `context`. Its max length is a limit (413), not part of the schema. */
export const sessionSteps: z.ZodType<readonly SessionStep[] | undefined> = optionally(z.array(sessionStep)).describe(
  'Recent steps of the session, oldest first: `{kind: "asked" | "said", text}`, `{kind: "called", tool, args?, call?}` or `{kind: "gave", text, call?}`. At most 64 steps and 256 KiB of text. The embedded engine ranks lines by it. An upstream swe-pruner does not get it',
);

/** True if results in `context` need not be shown again. */
export const contextIsWhole: z.ZodType<boolean | undefined> = optionally(coerceBoolean()).describe(
  'True if all results in `context` are still in the conversation. Lines that they hold are then referred to instead of shown again: `(lines 40-210 as in the read of src/a.ts above)`. Default false',
);
