import type { Json } from '../../base/json/json.ts';
import type { SessionContext } from '../../session-memory/session-context.ts';
import { createSessionMemory } from '../../session-memory/session-memory.ts';
import type { Pause } from '../../text/cooperative-task.ts';
import type { Arguments } from '../../transcripts/session-event.ts';
import { type Sha256, webSha256 } from '../cache/sha256.ts';
import type { SessionStep } from './session-step.ts';

/** Max UTF-16 units read of a string: a longer command or patch is mostly data. */
const CHARS = 16_384;
/** Max depth at which strings are found. */
const DEPTH = 4;

/** Reduces a call's arguments to what a session remembers. Longer or deeper parts are dropped, not refused. */
const toArguments = (args: Readonly<Record<string, unknown>> = {}): Arguments => toFields(args, DEPTH);

function toFields(fields: object, depth: number): { readonly [name: string]: Json } {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, toJson(value, depth)]));
}

function toJson(value: unknown, depth: number): Json {
  if (typeof value === 'string') return value.slice(0, CHARS);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value !== 'object' || value === null || depth === 0) return null;
  return Array.isArray(value) ? value.map((one) => toJson(one, depth - 1)) : toFields(value, depth - 1);
}

/** A request's `context`, read lazily and only once for all its texts. Lives as long as the request. */
export interface RequestSession {
  /** SHA-256 of the whole context, in hex. */
  digest(sha256?: Sha256): Promise<string>;
  /** Returns what the session knows; `turn` is awaited before each step. */
  context(turn: Pause): Promise<SessionContext>;
}

/** Cost of reading a step, relative to counting its tokens. */
const STEP_SHARE = 0.5;

/**
 * Creates the session from its steps; undefined if there are none. `isWhole`: results in them need not be shown again.
 */
export function toWireSession(steps: readonly SessionStep[] | undefined, isWhole = false): RequestSession | undefined {
  if (steps === undefined || steps.length === 0) return undefined;
  const bounded = steps.map((step) => (step.kind === 'called' ? { ...step, args: toArguments(step.args) } : step));
  let digest: Promise<string> | undefined;
  let context: Promise<SessionContext> | undefined;
  return {
    digest: async (sha256 = webSha256) =>
      (digest ??= Promise.resolve(sha256(JSON.stringify(isWhole ? { bounded, isWhole } : bounded)))),
    context: (turn) => (context ??= remembered(bounded, isWhole, turn)),
  };
}

type BoundedStep = Exclude<SessionStep, { kind: 'called' }> | Called;
type Called = Extract<SessionStep, { kind: 'called' }> & { readonly args: ReturnType<typeof toArguments> };

async function remembered(steps: readonly BoundedStep[], isWhole: boolean, turn: Pause): Promise<SessionContext> {
  const { push, context } = createSessionMemory({ isWhole });
  let last = '';
  for (const [at, step] of steps.entries()) {
    await turn(('text' in step ? step.text.length : JSON.stringify(step.args).length) * STEP_SHARE);
    switch (step.kind) {
      case 'asked':
        push({ kind: 'asked', text: step.text, isSummary: false });
        break;
      case 'said':
        push({ kind: 'said', text: step.text });
        break;
      case 'called':
        last = step.call === undefined ? `at ${at}` : `id ${step.call}`;
        push({ kind: 'called', call: last, tool: step.tool, args: step.args });
        break;
      case 'gave': {
        const call = step.call === undefined ? last : `id ${step.call}`;
        push({ kind: 'gave', call, text: step.text, isFailed: false });
      }
    }
  }
  return context();
}
