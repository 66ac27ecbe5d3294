import { createEntryReader } from './entry-reader.ts';
import { type Fields, parseLine } from './fields.ts';
import { createJsonDocument, type JsonDocument } from './formats/json-document.ts';
import type { SessionFormat, SkipReason } from './recorded-session.ts';
import type { SessionEvent } from './session-event.ts';

/** Max lines tried before giving up on a format. */
const MAX_TRIED_LINES = 50;
const NONE: readonly SessionEvent[] = [];

/** Turns the lines of any recorded session into events. Detects the host from the content. */
export interface SessionStream {
  read(line: string): readonly SessionEvent[];
  /** Records a line that was skipped because it is too long. */
  passOver(): void;
  /**
   * Ends the session with the text after the last line break. This may be truncated if the session is still being
   * written.
   */
  end(rest?: string): readonly SessionEvent[];
  /** True once nothing more can be read, so the rest of the file can be skipped. */
  readonly isOver: boolean;
  readonly format: SessionFormat | undefined;
  readonly id: string | undefined;
  readonly folder: string | undefined;
  /** Why the session or part of it was skipped. Final after `end`. */
  readonly skipped: SkipReason | undefined;
}

export function createSessionStream(): SessionStream {
  const entries = createEntryReader();
  let document: JsonDocument | undefined;
  let tried = 0;
  let isCut = false;
  let fault: SkipReason | undefined;

  const take = (entry: Fields): readonly SessionEvent[] => {
    const events = entries.read(entry);
    if (entries.isUnknownVersion) fault = 'unknown_version';
    return events;
  };

  /**
   * Collects a document's lines. Its first line is no JSON of its own. The same is true of a truncated log line, but
   * then a later line parses.
   */
  const collect = (into: JsonDocument, line: string): readonly SessionEvent[] => {
    const entry = line.startsWith('{"') ? parseLine(line) : undefined;
    const events = entry === undefined ? NONE : take(entry);
    if (entries.format !== undefined) {
      document = undefined;
      isCut = true;
      return events;
    }
    into.add(line);
    if (into.isTooLarge) fault = 'too_large';
    return NONE;
  };

  const findFormat = (line: string): readonly SessionEvent[] => {
    const text = line.replace(/^\uFEFF/, '').trimStart();
    if (text === '') return NONE;
    const entry = parseLine(text);
    if (entry === undefined && tried === 0 && (text.startsWith('{') || text.startsWith('['))) {
      document = createJsonDocument();
      return collect(document, text);
    }
    if (entry === undefined) isCut = true;
    const events = entry === undefined ? NONE : take(entry);
    if (entries.format === undefined && ++tried >= MAX_TRIED_LINES) fault = 'not_a_session';
    return events;
  };

  const read = (line: string): readonly SessionEvent[] => {
    if (fault !== undefined) return NONE;
    if (document !== undefined) return collect(document, line);
    if (entries.format === undefined) return findFormat(line);
    const entry = parseLine(line);
    if (entry !== undefined) return take(entry);
    if (line.trim() !== '') isCut = true;
    return NONE;
  };

  return {
    read,
    passOver() {
      isCut = true;
      if (entries.format === undefined) fault = 'too_large';
    },
    end(rest = '') {
      // The last line of a session that is being written may be truncated, which is no fault.
      const isWhole = entries.format === undefined || document !== undefined || parseLine(rest) !== undefined;
      const events = isWhole ? read(rest) : NONE;
      if (document === undefined || fault !== undefined) return events;
      const parsed = document.parse();
      isCut = parsed.isCut;
      return parsed.entry === undefined ? NONE : take(parsed.entry);
    },
    get isOver() {
      return fault !== undefined;
    },
    get format() {
      return entries.format;
    },
    get id() {
      return entries.id;
    },
    get folder() {
      return entries.folder;
    },
    get skipped() {
      if (fault !== undefined) return fault;
      if (entries.format === undefined) return tried === 0 && document === undefined ? 'empty' : 'not_a_session';
      if (isCut) return 'cut';
      return entries.calls === 0 ? 'empty' : undefined;
    },
  };
}
