import { parseArtifactRef } from '../artifacts/artifact-ref.ts';
import { parsedField } from '../base/json/parsed-field.ts';
import { detached } from '../session-memory/detached.ts';
import { readHookNotice } from '../text/hook-notice.ts';
import { isFields } from '../transcripts/fields.ts';
import { isAbsolute } from './paths.ts';
import { isSameFile } from './shown-files.ts';

/** Max files to remember. */
const MAX_FILES = 256;

/** Files of the results that an agent was given. */
export function createGivenFiles() {
  const [read, shortened, partly] = [createFiles(), createFiles(), createFiles()];
  return {
    /** Adds a result, and the files that it shows. */
    add(text: string, call: { readonly read: readonly string[]; readonly files: readonly string[] } | undefined): void {
      read.add(call?.read ?? []);
      if (refIn(text) !== undefined) for (const held of [shortened, partly]) held.add(call?.files ?? []);
    },
    /** Tells that the agent has lost these results, or was given them before its session was resumed. */
    passed: partly.clear,
    facts: { wasShortened: shortened.has, wasRead: read.has, isPartlyShown: partly.has },
  };
}

function createFiles() {
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
    clear: (): void => held.clear(),
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
