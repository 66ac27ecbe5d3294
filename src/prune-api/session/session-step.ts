import * as z from 'zod';
import { coerceBoolean, optionally } from '../coerce.ts';

/** A step of the session history. */
export type SessionStep =
  | { readonly kind: 'asked' | 'said'; readonly text: string }
  | {
      readonly kind: 'called';
      readonly tool: string;
      readonly args?: Readonly<Record<string, unknown>> | undefined;
      readonly call?: string | undefined;
    }
  | { readonly kind: 'gave'; readonly text: string; readonly call?: string | undefined };

const call = optionally(z.string());

const sessionStep: z.ZodType<SessionStep> = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['asked', 'said']).describe('The user asked, or the agent said'),
    text: z.string(),
  }),
  z.object({
    kind: z.literal('called').describe('The agent called a tool'),
    tool: z.string().describe('The name that the agent has for it, such as `Read` or `shell`'),
    args: optionally(z.record(z.string(), z.unknown())).describe('The arguments, as the agent gave them'),
    call: call.describe('An id of the call; needed only where several calls wait for their results'),
  }),
  z.object({
    kind: z.literal('gave').describe('The tool answered'),
    text: z.string(),
    call: call.describe('The id of the call that was answered. Default: the last call before it'),
  }),
]);

/** Schema of a request's `context`. Its max length is a limit (413), not part of the schema. */
export const sessionSteps: z.ZodType<readonly SessionStep[] | undefined> = optionally(z.array(sessionStep)).describe(
  'What the session did lately, the oldest step first: `{kind: "asked" | "said", text}`, `{kind: "called", tool, args?, call?}` or `{kind: "gave", text, call?}`. At most 64 steps and 256 KiB of text. The embedded engine ranks lines by it; a swe-pruner behind this worker does not get it',
);

/** True if results in `context` need not be shown again. */
export const contextIsWhole: z.ZodType<boolean | undefined> = optionally(coerceBoolean()).describe(
  'True if all results in `context` are still in the conversation. Lines that they hold are then named rather than shown again: `(lines 40-210 as in the read of src/a.ts above)`. Default false',
);
