import { JsonNumber, writeJson } from '../json/json-number.ts';

/** What a model acts on of a tool: a change of any of it makes it another tool. */
const FIELDS = ['title', 'description', 'inputSchema', 'annotations'] as const;

/** A tool's definition as text, the same for the same definition: keys sorted, an entry a line. */
export function definitionText(tool: Readonly<Record<string, unknown>>): string {
  const lines: string[] = [];
  write(Object.fromEntries(FIELDS.map((field) => [field, tool[field]])), '', '', lines);
  return `${lines.join('\n')}\n`;
}

function write(value: unknown, before: string, indent: string, lines: string[]): void {
  if (typeof value !== 'object' || value === null || value instanceof JsonNumber) {
    lines.push(`${indent}${before}${writeJson(value)}`);
    return;
  }
  const isList = Array.isArray(value);
  const entries = isList
    ? value.map((one) => ['', one] as const)
    : Object.entries(value)
        .filter(([, one]) => one !== undefined)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, one]) => [`${JSON.stringify(key)}: `, one] as const);
  lines.push(`${indent}${before}${isList ? '[' : '{'}`);
  for (const [key, one] of entries) write(one, key, `${indent}  `, lines);
  lines.push(`${indent}${isList ? ']' : '}'}`);
}
