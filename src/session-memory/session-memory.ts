import { toCodeUnits } from '../text/code-units.ts';
import { readMarker } from '../text/gap-marker.ts';
import { LIKE_NOTICE } from '../text/hook-notice.ts';
import { splitLines } from '../text/lines.ts';
import type { Action } from '../transcripts/actions/action.ts';
import { toShownResult, withLineFeeds } from '../transcripts/actions/shown-result.ts';
import { toAction } from '../transcripts/actions/to-action.ts';
import type { Arguments, SessionEvent } from '../transcripts/session-event.ts';
import { argumentText } from './argument-text.ts';
import { detached } from './detached.ts';
import { createFollowed } from './follows.ts';
import { givenName } from './given-name.ts';
import { createGivenTexts, type GivenTexts } from './given-texts.ts';
import { asksForReview, showsReview } from './is-review.ts';
import { hashLine, hashLines } from './line-hash.ts';
import { numberLines } from './line-numbers.ts';
import { createLineSet, type LineSet } from './line-set.ts';
import { createNamedLines, fileName } from './named-lines.ts';
import { createRecentTerms, termsOf } from './recent-terms.ts';
import type { SessionContext } from './session-context.ts';
import { spokenNames } from './spoken-names.ts';
import { createTallies } from './tallies.ts';
import { createTermTable } from './term-table.ts';

const PROMPT_CHARS = 6000;
/** UTF-16 units at the end of a failed result that are searched for its reason. */
const FAILURE_CHARS = 2000;
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
  const memory = new Memory(isWhole);
  return { push: (event) => memory.push(event), context: () => memory.context() };
}

class Memory {
  readonly #recent = createRecentTerms();
  readonly #named = createNamedLines();
  readonly #lines = createLineSet();
  readonly #edits = createTallies();
  readonly #reads = createTallies();
  readonly #followed = createFollowed();
  readonly #texts: GivenTexts | undefined;
  readonly #calls = new Map<string, Call>();
  #results = 0;
  #isReview = false;
  #tokens: number | undefined;
  #names: Readonly<Record<'prompt' | 'said' | 'failure', readonly string[]>> = { prompt: [], said: [], failure: [] };
  #lastAt = Number.POSITIVE_INFINITY;
  #prompt: readonly number[] = [];
  #first: readonly number[] | undefined;

  constructor(isWhole: boolean) {
    this.#texts = isWhole ? createGivenTexts() : undefined;
  }

  push(event: SessionEvent): void {
    if (event.at !== undefined) {
      if (event.at - this.#lastAt > PAUSE_MS) this.#texts?.clear();
      this.#lastAt = event.at;
    }
    switch (event.kind) {
      case 'asked':
        if (!event.isSummary) {
          this.#isReview = asksForReview(event.text);
          this.#names = { ...this.#names, prompt: spokenNames(event.text) };
          this.#followed.add(event.text, (text) => filesOf(spokenNames(text)));
        }
        this.#prompt = termsOf(event.text, PROMPT_CHARS);
        this.#first ??= this.#prompt;
        this.#named.add(event.text);
        // Everything before a summary is out of the context.
        if (event.isSummary) {
          this.#lines.clear();
          this.#texts?.clear();
        }
        return;
      case 'said':
      case 'thought':
        this.#names = { ...this.#names, said: spokenNames(event.text) };
        this.#recent.add('said', event.text);
        this.#named.add(event.text);
        return;
      case 'called':
        this.#called(event.call, event.tool, event.args);
        return;
      case 'gave':
        this.#gave(event);
        return;
      case 'billed': {
        const { input, cacheRead, cacheWrite, cacheWriteLong, output } = event.usage;
        this.#tokens = input + cacheRead + cacheWrite + cacheWriteLong + output;
        return;
      }
      case 'cleared':
        this.#texts?.clear();
    }
  }

  context(): SessionContext {
    const terms = createTermTable();
    for (const term of this.#prompt) terms.add(term, 'prompt', 1);
    for (const term of this.#first ?? this.#prompt) terms.add(term, 'first', 1);
    this.#recent.addTo(terms);
    return {
      terms,
      tokens: this.#tokens,
      isReview: this.#isReview,
      results: this.#results,
      names: [...new Set(Object.values(this.#names).flat())],
      isAskedFor: this.#isAskedFor(),
      linesNamed: this.#named.view(),
      holds: this.#lines.view(),
      given: this.#texts?.view(),
      edits: this.#edits.view(),
      reads: this.#reads.view(),
    };
  }

  /** Returns a test for files that the last prompt names, with or without an extension, or that a prompt says to follow. */
  #isAskedFor(): (path: string) => boolean {
    const files = new Set(this.#names.prompt.map(fileName));
    const isFollowed = this.#followed.view();
    return (path) => {
      const name = fileName(path);
      return files.has(name) || files.has(name.replace(/\.\w{1,8}$/, '')) || isFollowed(name);
    };
  }

  #called(call: string, tool: string, args: Arguments): void {
    const action = toAction(tool, args);
    if (action.kind === 'command' && showsReview(action.command)) this.#isReview = true;
    this.#open(call, tool, action);
    const text = argumentText(args);
    this.#named.add(text);
    this.#recent.add(action.kind === 'edit' ? 'edits' : 'args', text);
    if (action.kind === 'edit') for (const { file } of action.edits) this.#edits.add(file);
    if (action.kind === 'edit' || action.kind === 'command') {
      for (const { file, found } of action.edits) this.#texts?.changed(fileName(file), found.map(splitLines));
    }
  }

  #open(call: string, tool: string, action: Action): void {
    // An edit may hold whole files, which its result does not need.
    const kept = action.kind === 'read' ? { ...action, files: action.files.map(detached) } : OTHER;
    this.#calls.set(call, { action: kept, name: detached(givenName(tool, action)) });
    for (const oldest of this.#calls.keys()) {
      if (this.#calls.size <= OPEN_CALLS) break;
      this.#calls.delete(oldest);
    }
  }

  #gave({ call, text: given, firstLine, isFailed }: SessionEvent & { readonly kind: 'gave' }): void {
    this.#results++;
    if (isFailed) this.#names = { ...this.#names, failure: spokenNames(ownLines(given.slice(-FAILURE_CHARS))) };
    const { action, name } = this.#calls.get(call) ?? UNKNOWN;
    this.#calls.delete(call);
    if (action.kind === 'read') action.files.forEach(this.#reads.add);
    this.#recent.add('results', given);
    this.#named.add(given);
    const shown =
      firstLine === undefined ? toShownResult(action, given) : { text: withLineFeeds(given), firstLine, action };
    if (this.#texts === undefined) {
      addLines(this.#lines, shown.text);
      return;
    }
    const own = splitLines(shown.text);
    const hashes = hashLines(own);
    hashes.subarray(0, LINES).forEach(this.#lines.add);
    const files = shown.action.kind === 'read' ? shown.action.files.map(fileName) : [];
    this.#texts.add({ name, lines: own, hashes, ...numberLines(own, name, shown.firstLine) }, files);
  }
}

/** Removes our markers and notices, which name what was left out. */
function ownLines(text: string): string {
  const isOurs = (line: string): boolean => readMarker(line) !== undefined || LIKE_NOTICE.test(line);
  return text
    .split('\n')
    .filter((line) => !isOurs(line))
    .join('\n');
}

/**
 * Adds the first lines of a text in which lines end with `\n` alone. Building a line index first would take as long
 * as hashing.
 */
function addLines(to: LineSet, text: string): void {
  const ends: number[] = [];
  for (let end = -1; end + 1 < text.length && ends.length < LINES; ends.push(end)) {
    const feed = text.indexOf('\n', end + 1);
    end = feed < 0 ? text.length : feed;
  }
  const units = toCodeUnits(text.slice(0, ends.at(-1)));
  let from = 0;
  for (const end of ends) {
    to.add(hashLine(units, from, end));
    from = end + 1;
  }
}

/** Returns the names of files with an extension among names. */
function filesOf(names: readonly string[]): readonly string[] {
  return names.filter((name) => /\.\w{1,8}$/.test(name)).map(fileName);
}
