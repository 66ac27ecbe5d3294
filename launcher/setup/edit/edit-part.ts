import { putBlock, takeBlock } from './edit-block.ts';
import { putItem, takeItem } from './edit-item.ts';
import { putInJson, takeFromJson } from './edit-json.ts';
import { putInToml, takeFromToml } from './edit-toml.ts';
import { putValue, takeValue } from './edit-value.ts';
import type { Edited, FilePart } from './part.ts';

/**
 * Returns the text with a part inserted or updated; everything else stays byte for byte. If `text` is undefined or
 * blank, a new file is started. Refuses a text that does not parse and, without `force`, to replace a server of that
 * name that is not ours.
 */
export async function putPart(text: string | undefined, part: FilePart, force: boolean): Promise<Edited> {
  if (part.kind === 'block' || part.kind === 'rules') return putBlock(text, part);
  if (part.kind === 'item') return putItem(text, part);
  if (part.kind === 'value') return putValue(text, part);
  return part.kind === 'json' ? putInJson(text, part, force) : putInToml(text, part, force);
}

/**
 * Returns the text without a part. Everything else stays, including entries that are not ours. `original` is the text
 * before the part was inserted, which shows whether the container already existed.
 */
export async function takePart(text: string, part: FilePart, original?: string): Promise<Edited> {
  if (part.kind === 'block' || part.kind === 'rules') return takeBlock(text, part);
  if (part.kind === 'item') return takeItem(text, part, original);
  if (part.kind === 'value') return takeValue(text, part, original);
  return part.kind === 'json' ? takeFromJson(text, part, original) : takeFromToml(text, part);
}
