import { JsonNumber, writeJson } from '../base/json/json-number.ts';

/** Fields of a tool that a model acts on. A change to any of them makes it a different tool. */
const FIELDS = ['title', 'description', 'inputSchema', 'annotations'] as const;

/** Serializes a tool's definition in canonical form: keys sorted, one entry per line. */
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
