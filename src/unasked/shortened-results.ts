import { parseArtifactRef } from '../artifacts/artifact-ref.ts';
import { parsedField } from '../base/json/parsed-field.ts';
import { detached } from '../session-memory/detached.ts';
import { putNewest } from '../session-memory/put-newest.ts';
import { readHookNotice } from '../text/hook-notice.ts';
import { isFields } from '../transcripts/fields.ts';
import type { KnownCall } from './known-calls.ts';
import { isAbsolute } from './paths.ts';
import { isSameFile } from './shown-files.ts';

/** Max files to remember. */
const MAX_FILES = 256;

/** Files that were shown to an agent with parts left out. */
export function createPartlyShown() {
  const held = new Set<string>();
  return {
    add(files: readonly string[]): void {
      for (const file of files) {
        held.delete(file);
        held.add(file);
      }
      for (const oldest of held) {
        if (held.size <= MAX_FILES) break;
        held.delete(oldest);
      }
    },
    has: (file: string): boolean => [...held].some((other) => isSameFile(file, other)),
  };
}

/** Returns the artifact or file named by the notice in a result's last lines. For structured content, looks into its texts. */
export function refIn(shown: string): string | undefined {
  if (!shown.startsWith('{')) return refInText(shown);
  const content = parsedField(shown);
  const texts = isFields(content) ? Object.values(content).filter((value) => typeof value === 'string') : [];
  return texts.map(refInText).find((ref) => ref !== undefined) ?? refInText(shown);
}

function refInText(shown: string): string | undefined {
  const ref = readHookNotice(shown);
  if (ref === undefined || (!isAbsolute(ref) && parseArtifactRef(ref) === undefined)) return undefined;
  return detached(ref);
}

export interface ShortenedResult {
  /** Description of the result, such as `the read of src/a.ts`. */
  readonly name: string;
  /** Reference of the artifact with the original, or the path of a file with it. */
  readonly ref: string;
}

/** Max shortened results to remember. */
const MAX_SHORTENED = 8;

/** Remembers results that were shortened, by the notices in them. */
export function createShortenedResults() {
  /** Names of results, by artifact or file. */
  const names = new Map<string, string>();
  const files = createPartlyShown();
  return {
    /** Adds a result if it was shortened. */
    add(text: string, call: Pick<KnownCall, 'name' | 'files'> | undefined): void {
      const ref = refIn(text);
      if (ref === undefined) return;
      putNewest(names, ref, call?.name ?? 'a result', MAX_SHORTENED);
      files.add(call?.files ?? []);
    },
    /** True if a file was shown with parts left out. */
    hasFile: files.has,
    /** Returns the newest results, newest last. */
    list: (): readonly ShortenedResult[] => Array.from(names, ([ref, name]) => ({ name, ref })),
  };
}
