import type { CountTokens } from '../../../src/base/tokens/count-tokens.ts';
import { pruneText } from '../../../src/engine/embedded.ts';
import type { SessionContext } from '../../../src/session-memory/session-context.ts';
import { createSessionMemory } from '../../../src/session-memory/session-memory.ts';
import { NOTICE } from '../../../src/text/raw-notice.ts';
import { isKept } from './is-kept.ts';
import type { Fact, LabelledQuestion, OutputCase } from './labelled-set.ts';

/** Outcome of one question to one output. */
export interface Judgement {
  readonly of: OutputCase;
  readonly ask: string;
  readonly isAnswerable: boolean;
  readonly facts: number;
  readonly lost: readonly Fact[];
  /** Facts of the failure that are missing from the answer. */
  readonly lostFailure: readonly Fact[];
  readonly answer: string;
  /** Tokens of the answer, without the notice that names the artifact. */
  readonly tokens: number;
  /** These tokens as a share of the output's. */
  readonly share: number;
}

/** Position of the output in its session: with the first call, or after unrelated calls. */
export type Session = 'new' | 'under way';

/** An engine, and the session in which it is asked. Default: this checkout's engine, in a new session. */
export interface JudgeBy {
  readonly count: CountTokens;
  readonly session?: Session | undefined;
  readonly prune?: typeof pruneText | undefined;
  /** False if the engine is not told that a run failed, as with a caller that does not know. */
  readonly tellsFailure?: boolean | undefined;
}

/** Asks the embedded engine every question about an output, as the launcher does. */
export function judgeOutput(of: OutputCase, by: JudgeBy): readonly Judgement[] {
  return of.questions.map((question) => judgeQuestion(of, question, by));
}

/** Asks the embedded engine one question about an output. */
export function judgeQuestion(
  of: OutputCase,
  question: LabelledQuestion,
  { count, session = 'new', prune = pruneText, tellsFailure = true }: JudgeBy,
): Judgement {
  const { text, path, exitCode = 0, failure = [] } = of;
  const pruned = prune({
    text,
    question: question.ask,
    path,
    failed: tellsFailure && exitCode !== 0,
    overheadTokens: NOTICE.tokens,
    markers: 'ranges',
    context: contextOf(of, question.ask, session),
  });
  const shown = { lines: text.split(/\r?\n/), answer: pruned.text, kept: new Set(pruned.details.keptLines) };
  const facts = 'facts' in question ? question.facts : [];
  const tokens = count(pruned.text);
  return {
    of,
    ask: question.ask,
    isAnswerable: 'facts' in question,
    facts: facts.length,
    lost: facts.filter((fact) => !isKept(fact, shown)),
    lostFailure: failure.filter((fact) => !isKept(fact, shown)),
    answer: pruned.text,
    tokens,
    share: tokens / count(text),
  };
}

const BEFORE = [
  { command: 'git status --short', gave: ' M src/checkout/cart.ts\n?? src/checkout/voucher.ts\n' },
  { command: 'ls src/checkout', gave: 'cart.ts\ncart.test.ts\nvoucher.ts\n' },
  { command: 'cat src/checkout/voucher.ts', gave: 'export const MAX_VOUCHERS = 3;\n' },
  { command: 'npm test -- cart', gave: '✓ cart.test.ts (12 tests)\n' },
];

/** Returns what the launcher knows when the output arrives. */
function contextOf({ path, command }: OutputCase, ask: string, session: Session): SessionContext {
  const { push, context } = createSessionMemory();
  if (session === 'under way') {
    for (const [at, before] of BEFORE.entries()) {
      push({ kind: 'called', call: `before ${at}`, tool: 'bash', args: { command: before.command } });
      push({ kind: 'gave', call: `before ${at}`, text: before.gave, isFailed: false });
    }
  }
  push({ kind: 'said', text: ask });
  const args = path === undefined ? { command } : { file_path: path };
  push({ kind: 'called', call: '1', tool: path === undefined ? 'bash' : 'read', args });
  return context();
}
