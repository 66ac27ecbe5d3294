import type { JsonObject } from '../../../src/base/json/json-object.ts';
import { alignRows } from '../align-rows.ts';
import { printable } from '../printable.ts';
import type { TriedServer, TriedTool } from './try-server.ts';

/** Max characters of a description to show. */
const SHOWN = 72;

/** Formats a tried server's answers for people, without terminal control characters. */
export function toTestReport(name: string, { facts, connectedMs, instructionTokens, ...lists }: TriedServer): string {
  const { tools, resources, resourceTemplates, prompts } = lists;
  const { protocolVersion = 'unknown', serverInfo, instructions = '' } = facts;
  const told = instructions.trim() === '' ? [] : instructions.trim().split(/\r?\n/);
  const who = [serverInfo['name'], serverInfo['version']].filter((part) => typeof part === 'string').join(' ');
  const offered = tools.filter((tool) => tool.offered);
  const tokens = offered.reduce((sum, tool) => sum + tool.tokens, 0);
  const mended = offered.filter((tool) => tool.mended);
  const leftOut = tools.filter((tool) => tool.leftOut !== undefined).length;
  const left = leftOut === 0 ? '' : `, ${leftOut} left out`;
  const rows = tools.map((tool) => [tool.name, toCost(tool), toLine(tool.leftOut ?? tool.description)]);
  const lines = [
    `Connected to ${name} in ${connectedMs} ms: ${who || 'it has no name'}, protocol ${protocolVersion}`,
    `Tools: ${tools.length}, ${offered.length} offered${left}, ${tokens} tokens of definitions`,
    ...(rows.length > 0 ? table(['TOOL', 'TOKENS', 'DESCRIPTION'], rows) : []),
    ...(mended.length > 0 ? [`Schemas mended: ${mended.length}`, ...mended.map((tool) => `  ${tool.name}`)] : []),
    ...(told.length > 0 ? [`Instructions: ${instructionTokens} tokens`, ...told.map((line) => `  ${line}`)] : []),
    ...section('Resources', resources, 'uri'),
    ...section('Resource templates', resourceTemplates, 'uriTemplate'),
    ...section('Prompts', prompts, 'name'),
  ];
  return `${lines.map(printable).join('\n')}\n`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return alignRows([head, ...rows.map((row) => row.map(printable))]).map((line) => `  ${line}`);
}

function section(title: string, entries: readonly JsonObject[], key: string): string[] {
  return [`${title}: ${entries.length}`, ...entries.map((entry) => `  ${toLine(String(entry[key]))}`)];
}

function toCost({ offered, leftOut, tokens }: TriedTool): string {
  if (offered) return `${tokens}`;
  return leftOut === undefined ? 'blocked' : 'left out';
}

function toLine(text: string): string {
  const [first = ''] = text.trim().split('\n');
  return first.length > SHOWN ? `${first.slice(0, SHOWN - 1)}…` : first;
}
