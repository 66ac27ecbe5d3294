import { type Fields, isFields } from '../../../src/sessions/fields.ts';
import type { HostResult } from '../host-result.ts';
import { parsedField } from '../parsed-field.ts';
import { OWN_TOOLS } from './own-tools.ts';

const PREFIX = 'MCP:';
const OURS = new RegExp(`^${OWN_TOOLS}`);
/** Fields that the model does not see, beside what is shortened. */
const RESULT_FIELDS: ReadonlySet<string> = new Set(['content', 'isError', 'structuredContent', '_meta']);
const BLOCK_FIELDS: ReadonlySet<string> = new Set(['type', 'text', 'annotations', '_meta']);

/**
 * The result of an MCP server's tool, which Cursor's hooks get as JSON: one text, and nothing beside it. Undefined for any
 * other: a result with structured content would contradict it if its text were shortened.
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
