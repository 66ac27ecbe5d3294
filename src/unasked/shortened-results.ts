import { parseArtifactRef } from '../artifacts/artifact-ref.ts';
import { parsedField } from '../base/json/parsed-field.ts';
import { detached } from '../session-memory/detached.ts';
import { readHookNotice } from '../text/hook-notice.ts';
import { isFields } from '../transcripts/fields.ts';
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
