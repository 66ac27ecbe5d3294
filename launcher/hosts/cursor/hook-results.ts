import { type Fields, isFields } from '../../../src/transcripts/fields.ts';
import type { HostResult } from '../host-hooks.ts';
import { parsedField } from '../parsed-field.ts';
import { OWN_TOOLS } from './own-tools.ts';

const PREFIX = 'MCP:';
const OURS = new RegExp(`^${OWN_TOOLS}`);
/** Known fields of results and blocks. The model does not see the fields that are not shortened. */
const RESULT_FIELDS: ReadonlySet<string> = new Set(['content', 'isError', 'structuredContent', '_meta']);
const BLOCK_FIELDS: ReadonlySet<string> = new Set(['type', 'text', 'annotations', '_meta']);

/**
 * Parses the result of an MCP tool, which Cursor's hooks get as JSON, if it consists of exactly one text. Undefined for
 * any other result, because structured content would contradict a shortened text.
 */
export function toCursorResult(tool: string, output: unknown): HostResult | undefined {
  if (!tool.startsWith(PREFIX) || OURS.test(tool)) return undefined;
  const result = parsedField(output);
  if (!isFields(result) || !hasOnly(result, RESULT_FIELDS)) return undefined;
  const { content, isError, structuredContent } = result;
  if ((isError ?? false) !== false || (structuredContent ?? null) !== null || !Array.isArray(content)) return undefined;
  const [block, ...more] = content as readonly unknown[];
  if (more.length > 0 || !isFields(block) || !hasOnly(block, BLOCK_FIELDS)) return undefined;
  const { type, text } = block;
  if (type !== 'text' || typeof text !== 'string') return undefined;
  return { text, withText: (short) => ({ content: [{ type: 'text', text: short }] }) };
}

function hasOnly(fields: Fields, known: ReadonlySet<string>): boolean {
  return Object.keys(fields).every((name) => known.has(name));
}
