import { utf8Bytes } from '../base/json/utf8-bytes.ts';
import type { PruneDetails } from '../engine/pruner.ts';
import type { Output } from '../shorten/output.ts';
import { hookNotice, WHOLE_NOTICE } from '../text/hook-notice.ts';
import { splitLines } from '../text/lines.ts';
import type { AppliedCuts } from './cuts.ts';
import { type CallFacts, filesOf, type GivenResult } from './given-result.ts';
import type { HostResult } from './host-result.ts';
import { type ShortenedText, toShortened, unaskedPart } from './shorten-result.ts';
import type { WholeReason } from './whole-reasons.ts';

type Kept = Pick<PruneDetails, 'keptLines' | 'knownLines'>;

/**
 * Returns the line number that a host must give to the first line of a shortened text, so that the first lines of the
 * file get their own numbers. Markers, one line each, may come before them. `firstLine` is the number of the original
 * text's first line.
 */
export function firstShown({ keptLines, knownLines = [] }: Kept, firstLine: number): number {
  const kept = keptLines[0];
  if (kept === undefined) return firstLine;
  let markers = 0;
  let next = 1;
  for (const { first, last } of knownLines) {
    if (first > kept) break;
    markers += first > next ? 2 : 1;
    next = last + 1;
  }
  if (next < kept) markers++;
  return firstLine + kept - 1 - markers;
}

/** Answer of a hook to a shortened result, and the text that the model then sees. */
export interface HookAnswer {
  readonly shown: string;
  readonly shorter: ShortenedText;
  /** Undefined in shadow mode. */
  readonly answer?: object | undefined;
}

/** Reason why everything is shown, and a notice that says so if there is one. */
export interface WholeAnswer {
  readonly why: WholeReason;
  readonly answer?: object | undefined;
}

/** The call whose result it is. */
export interface HostCall {
  /** Name of the tool in the host. */
  readonly tool: string;
  /**
   * Builds the answer that makes the host give `result` to its model instead; undefined if that is not possible at the
   * moment.
   */
  toAnswer(result: object | string, exitCode?: number): object | undefined | Promise<object | undefined>;
}

export interface HostOutputOptions {
  readonly call: HostCall;
  readonly result: HostResult;
  /** The result with its full text. */
  readonly given: GivenResult;
  readonly facts: CallFacts & {
    /** The agent's words about this particular call; undefined if there are none. */
    readonly quoted: string | undefined;
    /** Exit code of the command, if the session has it. */
    readonly exitCode: number | undefined;
  };
  /** Returns a file with the original, which the host's own tools can read; undefined if there is none. */
  file(): string | undefined;
  readonly cuts: AppliedCuts;
  /** True to shorten nothing, and only measure what would be shortened. */
  readonly shadow: boolean;
  readonly signal: AbortSignal;
}

/** Translates a result of a host's own tool for `shorten`. */
export function hostOutput(options: HostOutputOptions): Output<string, HookAnswer | WholeAnswer> {
  const { call, result, given, facts, cuts, shadow } = options;
  const { path, firstLine = 1, preview = result.text } = result;
  const { shownChars = result.text.length, maxBytes } = result;
  const limits = { shownChars, maxBytes };
  const part = unaskedPart(given, facts, cuts, limits);
  return {
    tool: call.tool,
    source: path === undefined ? undefined : { path, part: firstLine > 1 },
    raw: () => preview,
    open: () => ({
      parts: typeof part === 'string' ? [] : [part],
      async show(pruned) {
        if (typeof part === 'string') {
          const isTold = part === 'again' && !shadow && filesOf(given).some((file) => facts.isPartlyShown?.(file));
          return { why: part, answer: isTold ? await toWholeAnswer(options) : undefined };
        }
        const shorter = toShortened(pruned, part.firstLine);
        if (shorter === undefined) return { why: part.otherwise };
        const { artifact_ref } = pruned.pruning;
        if (shadow) return { shown: shorter.text, shorter };
        return (await toAnswer(options, shorter, artifact_ref)) ?? { why: 'unclear' };
      },
    }),
    // The notice below a whole file is too short to count.
    textOf: (answer) => ('why' in answer ? preview : answer.shown),
  };
}

/**
 * Appends a notice that says where the original is, and builds the host's answer. Undefined if the original could not
 * be kept, or if the host cannot take an answer.
 */
async function toAnswer(
  { call, result, facts, file, signal }: HostOutputOptions,
  shorter: ShortenedText,
  ref: string | undefined,
): Promise<HookAnswer | undefined> {
  signal.throwIfAborted();
  if (ref === undefined) return undefined;
  const { details, firstLine, text } = shorter;
  const { keptLines } = details;
  const isMisnumbered = result.isNumberedByHost === true && hasGap(keptLines);
  // If the reference is the file itself, gap markers use the file's own line numbers.
  const offset = ref === result.path ? 1 : firstLine;
  const isRepeated = hasAll(details);
  const notice = hookNotice({
    question: facts.quoted,
    firstLine: offset,
    isMisnumbered,
    isRepeated,
    ref,
    file: file(),
  });
  const shown = `${text.replace(/\n$/, '')}\n${notice}`;
  const shortened = result.withText(shown, firstShown(details, firstLine), keptLines);
  const answer = shortened === undefined ? undefined : await call.toAnswer(shortened, facts.exitCode);
  signal.throwIfAborted();
  return answer && { shown, shorter, answer };
}

/**
 * Adds a notice below a file that says that it is shown whole this time. Undefined if the host cannot take an answer.
 */
async function toWholeAnswer({ call, result, given, facts, signal }: HostOutputOptions): Promise<object | undefined> {
  const { text, firstLine = 1 } = given;
  const shown = `${text.replace(/\n$/, '')}\n${WHOLE_NOTICE}`;
  if (utf8Bytes(shown) > (result.maxBytes ?? Number.POSITIVE_INFINITY)) return undefined;
  const lines = Array.from({ length: splitLines(text).count }, (_, at) => at + 1);
  const whole = result.withText(shown, firstLine, lines);
  const answer = whole === undefined ? undefined : await call.toAnswer(whole, facts.exitCode);
  signal.throwIfAborted();
  return answer;
}

/** True if every line is shown here or before. */
function hasAll({ keptLines, knownLines = [], lineCount }: PruneDetails): boolean {
  return knownLines.reduce((sum, { first, last }) => sum + last - first + 1, keptLines.length) >= lineCount;
}

/** True if lines are missing between the first and the last kept line. */
function hasGap(keptLines: readonly number[]): boolean {
  const [first = 1] = keptLines;
  return (keptLines.at(-1) ?? first) - first >= keptLines.length;
}
