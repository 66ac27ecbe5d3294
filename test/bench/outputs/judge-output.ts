import { NOTICE } from '../../../launcher/pruning/raw-notice.ts';
import type { SessionContext } from '../../../src/memory/session-context.ts';
import { createSessionMemory } from '../../../src/memory/session-memory.ts';
import { pruneText } from '../../../src/pruning/embedded.ts';
import type { CountTokens } from '../../../src/tokens/count-tokens.ts';
import { isKept } from './is-kept.ts';
import type { Fact, OutputCase } from './labelled-set.ts';

/** What became of one question to one output. */
export interface Judgement {
  readonly of: OutputCase;
  readonly ask: string;
  readonly isAnswerable: boolean;
  readonly facts: number;
  readonly lost: readonly Fact[];
  /** Facts of the failure that the answer lacks. */
  readonly lostFailure: readonly Fact[];
  /** Tokens of the answer as a share of the output's; the notice that names the artifact is not counted. */
  readonly share: number;
}

/** Asks the embedded engine every question about an output, as the launcher does. */
export function judgeOutput(of: OutputCase, count: CountTokens): readonly Judgement[] {
  const { text, path, exitCode = 0, failure = [] } = of;
  const lines = text.split(/\r?\n/);
  const whole = count(text);
  return of.questions.map((question) => {
    const failed = exitCode !== 0;
    const request = {
      text,
      question: question.ask,
      path,
      failed,
      overheadTokens: NOTICE.tokens,
      markers: 'ranges',
      context: contextOf(of, question.ask),
    } as const;
    const pruned = pruneText(request);
    const shown = { lines, answer: pruned.text, kept: new Set(pruned.details.keptLines) };
    const facts = 'facts' in question ? question.facts : [];
    return {
      of,
      ask: question.ask,
      isAnswerable: 'facts' in question,
      facts: facts.length,
      lost: facts.filter((fact) => !isKept(fact, shown)),
      lostFailure: failure.filter((fact) => !isKept(fact, shown)),
      share: count(pruned.text) / whole,
    };
  });
}

/** What the launcher knows of a session that begins with the call. */
function contextOf({ path, command }: OutputCase, ask: string): SessionContext {
  const { push, context } = createSessionMemory();
  push({ kind: 'said', text: ask });
  const args = path === undefined ? { command } : { file_path: path };
  push({ kind: 'called', call: '1', tool: path === undefined ? 'bash' : 'read', args });
  return context();
}
