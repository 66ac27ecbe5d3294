import type { Fields } from './fields.ts';
import { type Format, isUnknownVersion } from './formats/formats.ts';
import type { SessionFormat } from './recorded-session.ts';
import type { SessionEvent, SessionReader } from './session-event.ts';

const NONE: readonly SessionEvent[] = [];

/** Reads the entries of a session in the format detected from the first ones. */
export interface EntryReader {
  /** Returns no events until the format is known. */
  read(entry: Fields): readonly SessionEvent[];
  readonly format: SessionFormat | undefined;
  readonly id: string | undefined;
  readonly folder: string | undefined;
  /** Number of calls read so far. */
  readonly calls: number;
  /** True once an entry named an unsupported version. */
  readonly isUnknownVersion: boolean;
}

export function createEntryReader(formats: readonly Format[]): EntryReader {
  let format: Format | undefined;
  let reader: SessionReader | undefined;
  let calls = 0;
  let isUnknown = false;
  return {
    read(entry) {
      format ??= formats.find(({ matches }) => matches(entry));
      if (format === undefined) return NONE;
      reader ??= format.createReader();
      if (isUnknownVersion(format, entry)) {
        isUnknown = true;
        return NONE;
      }
      const events = reader.read(entry);
      for (const { kind } of events) if (kind === 'called') calls++;
      return events;
    },
    get format() {
      return format?.name;
    },
    get id() {
      return reader?.id;
    },
    get folder() {
      return reader?.folder;
    },
    get calls() {
      return calls;
    },
    get isUnknownVersion() {
      return isUnknown;
    },
  };
}
