import { takePart } from '../edit/edit-part.ts';
import { placeOf } from '../edit/part.ts';
import { meanTheSame, withoutInsertion } from '../edit/without-insertion.ts';
import type { FilePlan } from './file-plan.ts';
import type { InstallOptions } from './install.ts';
import type { FileOutcome } from './outcome.ts';
import { readText, revisionOf, type TextFile } from './read-text.ts';
import type { Record, Records } from './records.ts';
import { removeParts, removeText, type WrittenText, writeText } from './write-text.ts';

/** Takes our parts out of a file: where nobody has changed it since, it is what it was, to the byte. */
export async function uninstall(
  plan: FilePlan,
  { records, dryRun }: Omit<InstallOptions, 'force'>,
): Promise<FileOutcome> {
  const fail = (why: string): FileOutcome => ({ plan, result: 'failed', why });
  const file = await readText(plan.path);
  if (!file.ok) return fail(file.why);
  if (!dryRun) await removeParts(file);
  const known = await records.read(file.target);
  if (file.text === undefined) {
    if (known !== undefined && !dryRun) await records.remove(file.target);
    return { plan, result: 'same' };
  }
  const places = plan.parts.map(placeOf);
  const untouched = known !== undefined && known.after === file.revision;
  const whole = untouched && known.parts.every((place) => places.includes(place));
  const next = whole ? known.original : await withoutParts(file.text, plan, known);
  if (typeof next === 'object' && next !== null) return fail(next.why);
  if (next === file.text) {
    if (known !== undefined && !dryRun && known.parts.every((place) => places.includes(place))) {
      await records.remove(file.target);
    }
    return { plan, result: 'same', before: file.text, after: file.text };
  }
  if (file.locked !== undefined) return fail(file.locked);
  const after = next ?? undefined;
  const outcome = { plan, result: whole ? 'restored' : 'removed', before: file.text, after } as const;
  if (dryRun) return outcome;
  const written = await replace(file, after, known);
  if (!written.ok) return fail(written.why);
  await follow(records, { known: untouched && !whole ? known : undefined, file, after, places });
  return outcome;
}

async function withoutParts(
  given: string,
  { parts }: FilePlan,
  known: Record | undefined,
): Promise<string | null | { readonly why: string }> {
  let text = given;
  for (const part of parts) {
    const taken = await takePart(text, part, known === undefined ? undefined : (known.original ?? ''));
    if (!taken.ok) return taken;
    text = taken.text;
  }
  if (text === given) return text;
  // Of a file that we have made nothing is left to keep.
  if (known?.original === null && /^\ufeff?\s*(?:\{\s*\})?\s*$/.test(text)) return null;
  const exact = known?.original == null ? undefined : await withoutInsertion(given, known.original, parts);
  return exact !== undefined && (await meanTheSame(exact, text, parts[0]?.kind ?? 'block')) ? exact : text;
}

function replace(file: TextFile, text: string | undefined, known: Record | undefined): Promise<WrittenText> {
  return text === undefined ? removeText(file, known?.folders ?? []) : writeText(file, text);
}

interface Left {
  /** Of a file that other parts of ours are still in, and that nobody else has changed. */
  readonly known: Record | undefined;
  readonly file: TextFile;
  readonly after: string | undefined;
  readonly places: readonly string[];
}

async function follow(records: Records, { known, file, after, places }: Left): Promise<void> {
  const rest = known?.parts.filter((place) => !places.includes(place)) ?? [];
  if (known === undefined || after === undefined || rest.length === 0) return await records.remove(file.target);
  await records.write({ ...known, after: revisionOf(after), parts: rest }, file.text);
}
