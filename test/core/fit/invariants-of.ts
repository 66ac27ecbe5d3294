import type { ToolResult } from '../../../src/mcp/tool-result.ts';

export const utf8 = (text: string): number => new TextEncoder().encode(text).length;

export function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

/**
 * Lists what breaks a limit in a value. The rows of the columnar form may be more than ten, because it shows the whole
 * list.
 */
export function faultsOf(value: unknown, at = '$', max = 10): string[] {
  if (typeof value === 'string') return value.length > 500 ? [`${at}: ${value.length} characters`] : [];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) {
    const long = value.length > max ? [`${at}: ${value.length} items`] : [];
    return [...long, ...value.flatMap((item, i) => faultsOf(item, `${at}[${i}]`))];
  }
  const table = Object.keys(value).join() === 'columns,rows';
  const keys = Object.keys(value).length > 60 ? [`${at}: ${Object.keys(value).length} keys`] : [];
  return [
    ...keys,
    ...Object.entries(value).flatMap(([key, one]) =>
      faultsOf(one, `${at}.${key}`, table && key === 'rows' ? Infinity : 10),
    ),
  ];
}

export function structured(result: ToolResult): Record<string, unknown> {
  return result.structuredContent as Record<string, unknown>;
}

export function textOf(result: ToolResult): string {
  const [block] = result.content;
  return block?.type === 'text' ? block.text : '';
}
