import path from 'node:path';
import { parseArtifactRef } from '../../../src/artifacts/artifact-ref.ts';
import { detached } from '../../../src/session-memory/detached.ts';
import { readHookNotice } from '../../../src/text/hook-notice.ts';
import { isFields } from '../../../src/transcripts/fields.ts';
import { parsedField } from '../../hosts/parsed-field.ts';

/** Returns the artifact or file named by the notice in a result's last lines. For structured content, looks into its texts. */
export function refIn(shown: string): string | undefined {
  if (!shown.startsWith('{')) return refInText(shown);
  const content = parsedField(shown);
  const texts = isFields(content) ? Object.values(content).filter((value) => typeof value === 'string') : [];
  return texts.map(refInText).find((ref) => ref !== undefined) ?? refInText(shown);
}

function refInText(shown: string): string | undefined {
  const ref = readHookNotice(shown);
  if (ref === undefined || (!path.isAbsolute(ref) && parseArtifactRef(ref) === undefined)) return undefined;
  return detached(ref);
}
