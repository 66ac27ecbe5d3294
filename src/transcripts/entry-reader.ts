import type { Fields } from './fields.ts';
import { type Format, isUnknownVersion } from './formats/formats.ts';
import type { SessionFormat } from './recorded-session.ts';
import type { SessionEvent, SessionReader } from './session-event.ts';

const NONE: readonly SessionEvent[] = [];

/** Reads the entries of a session in the format detected from the first ones. */
export type EntryReader = ReturnType<typeof createEntryReader>;

export function createEntryReader(formats: readonly Format[]) {
  let format: Format | undefined;
  let reader: SessionReader | undefined;
  let calls = 0;
  let isUnknown = false;
  return {
    /** Returns no events until the format is known. */
    read(entry: Fields): readonly SessionEvent[] {
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
    get format(): SessionFormat | undefined {
      return format?.name;
    },
    get id(): string | undefined {
      return reader?.id;
    },
    get folder(): string | undefined {
      return reader?.folder;
    },
    /** Number of calls read so far. */
    get calls(): number {
      return calls;
    },
    /** True once an entry named an unsupported version. */
    get isUnknownVersion(): boolean {
      return isUnknown;
    },
  };
}
