import { sha256 } from '../../platform/sha256.ts';
import { takePart } from '../edit/edit-part.ts';
import { placeOf, type TablesPart } from '../edit/part.ts';
import { takeTables } from '../edit/take-tables.ts';
import { meanTheSame, withoutInsertion } from '../edit/without-insertion.ts';
import type { FilePlan } from './file-plan.ts';
import type { InstallOptions } from './install.ts';
import type { FileOutcome } from './outcome.ts';
import { readText, type TextFile } from './read-text.ts';
import type { Record, Records } from './records.ts';
import { removeParts, removeText, type WrittenText, writeText } from './write-text.ts';

/** Removes our parts from a file. If nobody has changed it since, its original content is restored byte for byte. */
export async function uninstall(
  plan: FilePlan,
  { records, dryRun }: Omit<InstallOptions, 'force'>,
): Promise<FileOutcome> {
  const fail = (why: string): FileOutcome => ({ plan, result: 'failed', why });
  const found = await readText(plan.path);
  if (!found.ok) return fail(found.why);
  if (!dryRun) await removeParts(found);
  const known = await records.read(found.target);
  const file = await withoutTables(found, plan.tables ?? [], known);
  if (file.text === undefined) {
    if (known !== undefined && !dryRun) await records.remove(file.target);
    return { plan, result: 'same' };
  }
  const places = plan.parts.map(placeOf);
  const untouched = known !== undefined && known.after === file.revision;
  const whole = untouched && known.parts.every((place) => places.includes(place));
  const next = whole ? known.original : await withoutParts(file.text, plan, known);
  if (typeof next === 'object' && next !== null) return fail(next.why);
  if (next === found.text) {
    if (known !== undefined && !dryRun && known.parts.every((place) => places.includes(place))) {
      await records.remove(file.target);
    }
    return { plan, result: 'same', before: found.text, after: found.text };
  }
  if (file.locked !== undefined) return fail(file.locked);
  const after = next ?? undefined;
  const outcome = { plan, result: whole ? 'restored' : 'removed', before: found.text, after } as const;
  if (dryRun) return outcome;
  const written = await replace(found, after, known);
  if (!written.ok) return fail(written.why);
  if (places.length > 0) await follow(records, { known: untouched && !whole ? known : undefined, file, after, places });
  return outcome;
}

/** Removes what the host added because of us. If nobody else changed the file, the rest is exactly as we left it. */
async function withoutTables(
  file: TextFile,
  tables: readonly TablesPart[],
  known: Record | undefined,
): Promise<TextFile> {
  let { text } = file;
  for (const part of tables) {
    if (text !== undefined) text = await takeTables(text, part, known?.original ?? undefined);
  }
  return text === undefined ? file : { ...file, text, revision: sha256(text) };
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
  // If we created the file and nothing else is in it, delete it.
  if (known?.original === null && /^\ufeff?\s*(?:\{\s*\})?\s*$/.test(text)) return null;
  const exact = known?.original == null ? undefined : await withoutInsertion(given, known.original, parts);
  return exact !== undefined && (await meanTheSame(exact, text, parts[0]?.kind ?? 'block')) ? exact : text;
}

function replace(file: TextFile, text: string | undefined, known: Record | undefined): Promise<WrittenText> {
  return text === undefined ? removeText(file, known?.folders ?? []) : writeText(file, text);
}

interface Left {
  /** Record of a file that still contains other parts of ours and that nobody else has changed. */
  readonly known: Record | undefined;
  readonly file: TextFile;
  readonly after: string | undefined;
  readonly places: readonly string[];
}

async function follow(records: Records, { known, file, after, places }: Left): Promise<void> {
  const rest = known?.parts.filter((place) => !places.includes(place)) ?? [];
  if (known === undefined || after === undefined || rest.length === 0) return await records.remove(file.target);
  await records.write({ ...known, after: sha256(after), parts: rest }, file.text);
}
