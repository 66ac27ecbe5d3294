import type { Action } from '../sessions/actions/action.ts';
import { toShownResult } from '../sessions/actions/shown-result.ts';
import { toAction } from '../sessions/actions/to-action.ts';
import type { Arguments, SessionEvent } from '../sessions/session-event.ts';
import { argumentText } from './argument-text.ts';
import { detached } from './detached.ts';
import { hashLine } from './line-hash.ts';
import { createLineSet } from './line-set.ts';
import { createNamedLines } from './named-lines.ts';
import { createRecentTerms, termsOf } from './recent-terms.ts';
import type { SessionContext } from './session-context.ts';
import { createTallies } from './tallies.ts';
import { createTermTable } from './term-table.ts';

const PROMPT_CHARS = 6000;
/** Calls whose results did not come yet. */
const OPEN_CALLS = 256;
const OTHER: Action = { kind: 'other' };
/** Lines of a result that are remembered. */
const LINES = 3000;

/** What an agent was given and asked for in one session, bounded: at most 8 MiB. */
export interface SessionMemory {
  /** Takes the next step of the session, in time linear in its text. */
  push(event: SessionEvent): void;
  /** What is known now. */
  context(): SessionContext;
}

export function createSessionMemory(): SessionMemory {
  const recent = createRecentTerms();
  const named = createNamedLines();
  const lines = createLineSet();
  const edits = createTallies();
  const reads = createTallies();
  const calls = new Map<string, Action>();
  let results = 0;
  let prompt: readonly number[] = [];
  let first: readonly number[] | undefined;

  const called = (call: string, tool: string, args: Arguments): void => {
    const action = toAction(tool, args);
    // An edit may hold whole files, of which its result has no need.
    calls.set(call, action.kind === 'read' ? { ...action, files: action.files.map(detached) } : OTHER);
    for (const oldest of calls.keys()) {
      if (calls.size <= OPEN_CALLS) break;
      calls.delete(oldest);
    }
    const text = argumentText(args);
    named.add(text);
    recent.add(action.kind === 'edit' ? 'edits' : 'args', text);
    if (action.kind === 'edit') for (const { file } of action.edits) edits.add(file);
  };
  const gave = (call: string, given: string): void => {
    results++;
    const action = calls.get(call) ?? OTHER;
    calls.delete(call);
    if (action.kind === 'read') action.files.forEach(reads.add);
    recent.add('results', given);
    named.add(given);
    rememberLines(toShownResult(action, given).text);
  };
  // Its lines end with `\n` alone. Building an index of them first would take as long as hashing them.
  const rememberLines = (text: string): void => {
    for (let from = 0, line = 0; from < text.length && line < LINES; line++) {
      const feed = text.indexOf('\n', from);
      const to = feed < 0 ? text.length : feed;
      lines.add(hashLine(text, from, to));
      from = to + 1;
    }
  };

  return {
    push(event) {
      switch (event.kind) {
        case 'asked':
          prompt = termsOf(event.text, PROMPT_CHARS);
          first ??= prompt;
          named.add(event.text);
          // What came before is out of the context.
          if (event.isSummary) lines.clear();
          return;
        case 'said':
        case 'thought':
          recent.add('said', event.text);
          named.add(event.text);
          return;
        case 'called':
          called(event.call, event.tool, event.args);
          return;
        case 'gave':
          gave(event.call, event.text);
      }
    },
    context() {
      const terms = createTermTable();
      for (const term of prompt) terms.add(term, 'prompt', 1);
      for (const term of first ?? prompt) terms.add(term, 'first', 1);
      recent.addTo(terms);
      return {
        terms,
        results,
        linesNamed: named.view(),
        holds: lines.view(),
        edits: edits.view(),
        reads: reads.view(),
      };
    },
  };
}
