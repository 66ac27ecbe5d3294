import { toCodeUnits } from '../pruning/code-units.ts';
import { splitLines } from '../pruning/lines.ts';
import type { Action } from '../sessions/actions/action.ts';
import { toShownResult, withLineFeeds } from '../sessions/actions/shown-result.ts';
import { toAction } from '../sessions/actions/to-action.ts';
import type { Arguments, SessionEvent } from '../sessions/session-event.ts';
import { argumentText } from './argument-text.ts';
import { detached } from './detached.ts';
import { givenName } from './given-name.ts';
import { createGivenTexts } from './given-texts.ts';
import { hashLine, hashLines } from './line-hash.ts';
import { numberLines } from './line-numbers.ts';
import { createLineSet } from './line-set.ts';
import { createNamedLines, fileName } from './named-lines.ts';
import { createRecentTerms, termsOf } from './recent-terms.ts';
import type { SessionContext } from './session-context.ts';
import { createTallies } from './tallies.ts';
import { createTermTable } from './term-table.ts';

const PROMPT_CHARS = 6000;
/** Max calls that wait for their result. */
const OPEN_CALLS = 256;
const OTHER: Action = { kind: 'other' };
const UNKNOWN: Call = { action: OTHER, name: 'a result' };
/**
 * Milliseconds of pause after which the host's prompt cache is cold. Claude Code then drops old results from the
 * context.
 */
const PAUSE_MS = 3_600_000;
/** Max lines of a result that are remembered. */
const LINES = 3000;

export interface SessionMemoryOptions {
  /**
   * True if everything that enters the agent's context is pushed, including compactions. Lines given since the last
   * compaction then need not be shown again. Default: false.
   */
  readonly isWhole?: boolean | undefined;
}

/** A call whose result is pending. */
interface Call {
  readonly action: Action;
  readonly name: string;
}

/** Remembers what an agent requested and received in one session; at most 8 MiB. */
export interface SessionMemory {
  /** Records the next step of the session, in time linear in its text. */
  push(event: SessionEvent): void;
  /** Returns a snapshot of what is known now. */
  context(): SessionContext;
}

export function createSessionMemory({ isWhole = false }: SessionMemoryOptions = {}): SessionMemory {
  const recent = createRecentTerms();
  const named = createNamedLines();
  const lines = createLineSet();
  const edits = createTallies();
  const reads = createTallies();
  const texts = isWhole ? createGivenTexts() : undefined;
  const calls = new Map<string, Call>();
  let results = 0;
  let lastAt = Number.POSITIVE_INFINITY;
  let prompt: readonly number[] = [];
  let first: readonly number[] | undefined;

  const called = (call: string, tool: string, args: Arguments): void => {
    const action = toAction(tool, args);
    // An edit may hold whole files, which its result does not need.
    const kept = action.kind === 'read' ? { ...action, files: action.files.map(detached) } : OTHER;
    calls.set(call, { action: kept, name: detached(givenName(tool, action)) });
    for (const oldest of calls.keys()) {
      if (calls.size <= OPEN_CALLS) break;
      calls.delete(oldest);
    }
    const text = argumentText(args);
    named.add(text);
    recent.add(action.kind === 'edit' ? 'edits' : 'args', text);
    if (action.kind === 'edit') for (const { file } of action.edits) edits.add(file);
    if (action.kind === 'edit' || action.kind === 'command') {
      for (const { file, found } of action.edits) texts?.changed(fileName(file), found.map(splitLines));
    }
  };
  const gave = ({ call, text: given, firstLine }: SessionEvent & { readonly kind: 'gave' }): void => {
    results++;
    const { action, name } = calls.get(call) ?? UNKNOWN;
    calls.delete(call);
    if (action.kind === 'read') action.files.forEach(reads.add);
    recent.add('results', given);
    named.add(given);
    const shown =
      firstLine === undefined ? toShownResult(action, given) : { text: withLineFeeds(given), firstLine, action };
    if (texts === undefined) {
      rememberLines(shown.text);
      return;
    }
    const own = splitLines(shown.text);
    const hashes = hashLines(own);
    hashes.subarray(0, LINES).forEach(lines.add);
    const files = shown.action.kind === 'read' ? shown.action.files.map(fileName) : [];
    texts.add({ name, lines: own, hashes, ...numberLines(own, name, shown.firstLine) }, files);
  };
  // Lines end with `\n` alone here. Building a line index first would take as long as hashing.
  const rememberLines = (text: string): void => {
    const ends: number[] = [];
    for (let end = -1; end + 1 < text.length && ends.length < LINES; ends.push(end)) {
      const feed = text.indexOf('\n', end + 1);
      end = feed < 0 ? text.length : feed;
    }
    const units = toCodeUnits(text.slice(0, ends.at(-1)));
    let from = 0;
    for (const end of ends) {
      lines.add(hashLine(units, from, end));
      from = end + 1;
    }
  };

  return {
    push(event) {
      if (event.at !== undefined) {
        if (event.at - lastAt > PAUSE_MS) texts?.clear();
        lastAt = event.at;
      }
      switch (event.kind) {
        case 'asked':
          prompt = termsOf(event.text, PROMPT_CHARS);
          first ??= prompt;
          named.add(event.text);
          // Everything before a summary is out of the context.
          if (event.isSummary) {
            lines.clear();
            texts?.clear();
          }
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
          gave(event);
          return;
        case 'cleared':
          texts?.clear();
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
        given: texts?.view(),
        edits: edits.view(),
        reads: reads.view(),
      };
    },
  };
}
