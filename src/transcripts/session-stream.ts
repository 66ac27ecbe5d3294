import { createEntryReader, type EntryReader } from './entry-reader.ts';
import { type Fields, isFields, parseLine, textOf } from './fields.ts';
import { FORMATS, type Format } from './formats/formats.ts';
import type { SessionFormat, SkipReason } from './recorded-session.ts';
import type { SessionEvent } from './session-event.ts';

/** Max nesting depth. Hosts never nest this deep. */
const MAX_DEPTH = 1000;

/**
 * Closes a truncated JSON document after its last complete object or list. Returns undefined if there is none, or if
 * it is nested more than 1,000 levels deep.
 */
export function mendJson(text: string): string | undefined {
  const closers: string[] = [];
  let isText = false;
  let end = 0;
  let depthAtEnd = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (isText) {
      if (char === '\\') at++;
      else if (char === '"') isText = false;
    } else if (char === '"') isText = true;
    else if (char === '{' || char === '[') {
      if (closers.push(char === '{' ? '}' : ']') > MAX_DEPTH) return undefined;
    } else if (char === '}' || char === ']') {
      if (closers.at(-1) !== char) break;
      closers.pop();
      end = at + 1;
      depthAtEnd = closers.length;
    }
  }
  // The text ends after the last closing bracket. Brackets that are still open there get closed.
  return end === 0 ? undefined : text.slice(0, end) + closers.slice(0, depthAtEnd).toReversed().join('');
}

/** Max UTF-16 units of a document, which must be held in memory as a whole. Longer ones are skipped. */
export const MAX_DOCUMENT: number = 32 * 1024 * 1024;

/** Collects the lines of one JSON document. */
type JsonDocument = ReturnType<typeof createJsonDocument>;

function createJsonDocument() {
  let lines: string[] = [];
  let size = 0;
  return {
    /** True if it exceeded `MAX_DOCUMENT`; its lines are dropped. */
    get isTooLarge(): boolean {
      return size > MAX_DOCUMENT;
    },
    add(line: string): void {
      size += line.length + 1;
      if (size > MAX_DOCUMENT) lines = [];
      else lines.push(line);
    },
    /** Returns the document's content, or its complete part if it was cut off. */
    parse(): { readonly entry: Fields | undefined; readonly isCut: boolean } {
      const text = lines.join('\n');
      lines = [];
      const whole = parsed(text);
      if (whole !== undefined) return { entry: whole, isCut: false };
      const mended = mendJson(text);
      return { entry: mended === undefined ? undefined : parsed(mended), isCut: true };
    },
  };
}

function parsed(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value))
      return isOldTrajectory(value) ? { messages: value, trajectory_format: 'mini-swe-agent-0' } : {};
    return isFields(value) ? value : {};
  } catch {
    return undefined;
  }
}

/**
 * True for the oldest mini-swe-agent trajectories: a bare list of messages that begins with the rules for the agent's
 * commands.
 */
function isOldTrajectory([first]: readonly unknown[]): boolean {
  return isFields(first) && first['role'] === 'system' && textOf(first['content']).includes('```');
}

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

/** Creates a stream that detects one of these formats. Default: those of the known hosts. */
export function createSessionStream(formats: readonly Format[] = FORMATS): SessionStream {
  const reader = new StreamReader(formats);
  return {
    read: (line) => reader.read(line),
    passOver: () => reader.passOver(),
    end: (rest) => reader.end(rest),
    get isOver() {
      return reader.fault !== undefined;
    },
    get format() {
      return reader.entries.format;
    },
    get id() {
      return reader.entries.id;
    },
    get folder() {
      return reader.entries.folder;
    },
    get skipped() {
      return reader.skipped();
    },
  };
}

class StreamReader {
  readonly entries: EntryReader;
  /** Why reading has stopped. */
  fault: SkipReason | undefined;
  #document: JsonDocument | undefined;
  #tried = 0;
  #isCut = false;

  constructor(formats: readonly Format[]) {
    this.entries = createEntryReader(formats);
  }

  read(line: string): readonly SessionEvent[] {
    if (this.fault !== undefined) return NONE;
    if (this.#document !== undefined) return this.#collect(this.#document, line);
    if (this.entries.format === undefined) return this.#findFormat(line);
    const entry = parseLine(line);
    if (entry !== undefined) return this.#take(entry);
    if (line.trim() !== '') this.#isCut = true;
    return NONE;
  }

  passOver(): void {
    this.#isCut = true;
    if (this.entries.format === undefined) this.fault = 'too_large';
  }

  end(rest = ''): readonly SessionEvent[] {
    // If a session is still being written, its last line may be truncated. That is not a fault.
    const isWhole = this.entries.format === undefined || this.#document !== undefined || parseLine(rest) !== undefined;
    const events = isWhole ? this.read(rest) : NONE;
    if (this.#document === undefined || this.fault !== undefined) return events;
    const parsed = this.#document.parse();
    this.#isCut = parsed.isCut;
    return parsed.entry === undefined ? NONE : this.#take(parsed.entry);
  }

  skipped(): SkipReason | undefined {
    if (this.fault !== undefined) return this.fault;
    const { format, calls } = this.entries;
    if (format === undefined) return this.#tried === 0 && this.#document === undefined ? 'empty' : 'not_a_session';
    if (this.#isCut) return 'cut';
    return calls === 0 ? 'empty' : undefined;
  }

  #take(entry: Fields): readonly SessionEvent[] {
    const events = this.entries.read(entry);
    if (this.entries.isUnknownVersion) this.fault = 'unknown_version';
    return events;
  }

  /**
   * Collects a document's lines. A document's first line is not valid JSON by itself. Neither is a truncated log line,
   * but then a later line parses.
   */
  #collect(into: JsonDocument, line: string): readonly SessionEvent[] {
    const entry = line.startsWith('{"') ? parseLine(line) : undefined;
    const events = entry === undefined ? NONE : this.#take(entry);
    if (this.entries.format !== undefined) {
      this.#document = undefined;
      this.#isCut = true;
      return events;
    }
    into.add(line);
    if (into.isTooLarge) this.fault = 'too_large';
    return NONE;
  }

  #findFormat(line: string): readonly SessionEvent[] {
    const text = line.replace(/^\uFEFF/, '').trimStart();
    if (text === '') return NONE;
    const entry = parseLine(text);
    if (entry === undefined && this.#tried === 0 && (text.startsWith('{') || text.startsWith('['))) {
      this.#document = createJsonDocument();
      return this.#collect(this.#document, text);
    }
    if (entry === undefined) this.#isCut = true;
    const events = entry === undefined ? NONE : this.#take(entry);
    if (this.entries.format === undefined && ++this.#tried >= MAX_TRIED_LINES) this.fault = 'not_a_session';
    return events;
  }
}
