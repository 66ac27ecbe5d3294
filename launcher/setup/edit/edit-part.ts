import { putBlock, takeBlock } from './edit-block.ts';
import { putItem, takeItem } from './edit-item.ts';
import { putInJson, takeFromJson } from './edit-json.ts';
import { putInToml, takeFromToml } from './edit-toml.ts';
import { putValue, takeValue } from './edit-value.ts';
import type { Edited, Part } from './part.ts';

/**
 * The text with a part put in, or brought up to date where it is there; all else stays byte for byte. `undefined`, or
 * blank: a new file. Refused: a text that does not parse, and, without `force`, a server of that name that is not ours.
 */
export async function putPart(text: string | undefined, part: Part, force: boolean): Promise<Edited> {
  if (part.kind === 'block') return putBlock(text, part);
  if (part.kind === 'item') return putItem(text, part);
  if (part.kind === 'value') return putValue(text, part);
  return part.kind === 'json' ? putInJson(text, part, force) : putInToml(text, part, force);
}

/**
 * The text without a part; all else stays. What is not ours is left. `original`: the text before the part was put in,
 * which tells whether what held it was there already.
 */
export async function takePart(text: string, part: Part, original?: string): Promise<Edited> {
  if (part.kind === 'block') return takeBlock(text);
  if (part.kind === 'item') return takeItem(text, part, original);
  if (part.kind === 'value') return takeValue(text, part, original);
  return part.kind === 'json' ? takeFromJson(text, part, original) : takeFromToml(text, part);
}
