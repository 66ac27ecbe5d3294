import { createEmbeddedPruner } from '../../../../src/engine/embedded.ts';
import { estimateTokens } from '../../../../src/engine/keep/tokens.ts';
import type { PruneDetails } from '../../../../src/engine/pruner.ts';
import { shorten } from '../../../../src/shorten/shorten.ts';
import type { AppliedCuts } from '../../../../src/unasked/cuts.ts';
import type { GivenResult } from '../../../../src/unasked/given-result.ts';
import { type HookAnswer, hostOutput } from '../../../../src/unasked/host-output.ts';
import type { HostResult } from '../../../../src/unasked/host-result.ts';
import { unaskedStage, unaskedWish } from '../../../../src/unasked/shorten-result.ts';
import type { WholeReason } from '../../../../src/unasked/whole-reasons.ts';
import { whyAlwaysWhole } from '../../../../src/unasked/why-whole.ts';
import type { Agent, ModCall } from './agents.ts';
import { toFailedResult } from './failed-result.ts';
import type { ModHost, ModResult } from './mod-host.ts';
import { originals } from './originals.ts';
import { toClaudeResult } from './results.ts';

/** Min UTF-16 units of a result that may be shortened. */
export const MIN_CHARS = 2500;
/** Tools that run commands. Only their failures are shortened. */
const RUNS_COMMANDS = /^(?:Bash|PowerShell)$/;

const pruner = createEmbeddedPruner();

/** What the model gets in place of a result, or why it gets all. */
export type CallOutcome =
  | {
      readonly kind: 'shortened';
      /** Answer for Claude Code; undefined while the mod only measures. */
      readonly answer: object | undefined;
      /** Text that the model reads. */
      readonly shown: string;
      readonly tokens: number;
      readonly shownTokens: number;
      /** The words that it was shortened for; undefined if there were none. */
      readonly question: string | undefined;
      /** File with the whole; undefined while the mod only measures. */
      readonly ref: string | undefined;
      /** The whole text, and the lines of it that are shown. */
      readonly text: string;
      readonly details: PruneDetails;
    }
  | { readonly kind: 'whole'; readonly why: WholeReason };

export interface ShortenCallOptions {
  readonly host: ModHost;
  readonly agent: Agent;
  /** Returns a function that is true for a file that must stay whole. */
  readonly whole: () => Promise<(file: string) => boolean>;
  readonly cuts: AppliedCuts;
  /** True to shorten nothing, and only measure what would be shortened. */
  readonly shadow: boolean;
}

/**
 * Shortens the result of a call to what the session appears to need. Undefined for a result that is never shortened: of
 * another tool, or too small. Rejects if anything fails; the result must then pass as it came.
 */
export async function shortenCall(
  call: ModCall,
  given: ModResult,
  { host, agent, whole: readWhole, cuts, shadow }: ShortenCallOptions,
): Promise<CallOutcome | undefined> {
  const result = toResult(call, given);
  if (result === undefined || result.text.length < MIN_CHARS) return undefined;
  const { text } = result;
  const { id, tool, args } = call;
  const whole: GivenResult = { tool, args, text, path: result.path, firstLine: result.firstLine };
  const always = await whyNever(host, whole, await readWhole());
  if (always !== undefined) return { kind: 'whole', why: always };
  await agent.ready;
  const session = agent.known();
  if (!session.hasWords) return { kind: 'whole', why: 'unclear' };
  const { question, questionSource } = session.questionOf(id) ?? {};
  const { wasShortened, wasRead, isPartlyShown } = session;
  const exitCode = 'exitCode' in result ? (result.exitCode as number) : undefined;
  const quoted = questionSource === 'prompt' ? undefined : question;
  const facts = { question, quoted, context: session.contextOf(id), wasShortened, wasRead, isPartlyShown, exitCode };
  let ref: string | undefined;
  const store = originals(host, result.path);
  const keeping = { put: async (...put: Parameters<typeof store.put>) => noted(await store.put(...put)) };
  const noted = <T extends { readonly ref: string }>(info: T): T => {
    ref = info.ref;
    return info;
  };
  const toAnswer = (changed: object | string): object =>
    given.isError === true ? { deny: changed as string } : { result: changed };
  const { signal } = new AbortController();
  const output = hostOutput({
    ...{ call: { tool, toAnswer }, result, given: whole, facts, file: () => undefined, cuts, shadow, signal },
  });
  const { result: found } = await shorten(
    output,
    unaskedWish(facts),
    { prune: unaskedStage(pruner), artifacts: shadow ? undefined : keeping },
    { signal, log: () => {} },
  );
  if ('why' in found) return { kind: 'whole', why: found.why };
  return toOutcome(found, { text, question, ref });
}

function toOutcome(
  { answer, shown, shorter }: HookAnswer,
  given: { readonly text: string; readonly question: string | undefined; readonly ref: string | undefined },
): CallOutcome {
  const [tokens, shownTokens] = [given.text, shown].map((one) => estimateTokens(one, 0, one.length)) as [
    number,
    number,
  ];
  return { kind: 'shortened', answer, shown, tokens, shownTokens, details: shorter.details, ...given };
}

function toResult({ tool }: ModCall, { result, text = '', isError = false }: ModResult): HostResult | undefined {
  if (isError) return RUNS_COMMANDS.test(tool) ? toFailedResult(text) : undefined;
  return toClaudeResult(tool, result);
}

/** Returns why a result stays whole in any session, by the file's name and by its name without links. */
async function whyNever(
  host: ModHost,
  given: GivenResult,
  isIgnored: (file: string) => boolean,
): Promise<WholeReason | undefined> {
  // A project that stays whole includes what its commands print, which comes from no file.
  if (isIgnored(await host.root())) return 'ignored';
  const always = whyAlwaysWhole(given, { isIgnored });
  if (always !== undefined || given.path === undefined) return always;
  const path = await host.realPath(given.path).catch(() => given.path);
  return path === given.path ? undefined : whyAlwaysWhole({ ...given, path }, { isIgnored });
}
