import type { JsonObject } from '../../../src/base/json/json-object.ts';
import { rememberServer } from '../../gateway/catalog/remember-server.ts';
import { createRememberedLists } from '../../gateway/catalog/remembered-lists.ts';
import { storedSignIns } from '../../gateway/sign-in/stored-sign-ins.ts';
import type { ServerConnection, ServerLists } from '../../gateway/upstream/connection/server-connection.ts';
import { liveGroups } from '../../platform/process/live-groups.ts';
import { homeFolder } from '../../platform/settings/config.ts';
import { systemTimers } from '../../platform/timers.ts';
import { alignRows } from '../align-rows.ts';
import { type CommandContext, type GivenOptions, UsageError } from '../command.ts';
import { connectServer } from '../connect-server.ts';
import { jsonLine } from '../json-line.ts';
import { printable } from '../printable.ts';
import { configuredServer } from './configured-server.ts';
import { showWaiting } from './connecting-notice.ts';
import { sayFailure } from './say-failure.ts';
import { type TriedServer, type TriedTool, tryServer } from './try-server.ts';
import { whatToDo } from './what-to-do.ts';

/** Max characters of a description to show. */
const SHOWN = 72;

/** Formats a tried server's answers for people, without terminal control characters. */
function toTestReport(name: string, { facts, connectedMs, instructionTokens, ...lists }: TriedServer): string {
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
    ...tools.flatMap((tool) => tool.notes.map((note) => `${tool.name}: ${note}`)),
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

/** Connects to a server, shows its tools and their cost, and calls a tool if one is named. */
export async function runTest(
  context: CommandContext,
  given: GivenOptions,
  [named]: readonly string[],
): Promise<number> {
  const { stdout, stop } = context;
  const json = given['json'] === true;
  const tool = given['tool'] as string | undefined;
  const args = toArguments(given, tool);
  const server = await configuredServer(context, given, named);
  const fail = (message: string): number => sayFailure(context, given, named, message);
  if (!server.ok) return fail(server.message);
  const { name } = server;
  let listed: Partial<ServerLists> = {};
  const connection = connectServer(
    { name, ok: true, config: { ...server.config, enabled: true } },
    {
      ...{ env: context.env, cwd: context.cwd, version: context.version, timers: systemTimers },
      signIns: storedSignIns(homeFolder(context.env, context.cwd)),
      onLists: (lists) => {
        listed = { ...listed, ...lists };
      },
    },
  );
  const waiting = showWaiting(context, `Connecting to ${printable(name)}`, systemTimers);
  try {
    const tried = await tryServer(connection, server.config, stop, systemTimers.now).finally(waiting.stop);
    if (!json) stdout.write(toTestReport(printable(name), tried));
    // Store the lists, so that agents are offered these tools immediately from now on.
    const remembered = createRememberedLists(homeFolder(context.env, context.cwd), systemTimers);
    if (listed.tools !== undefined)
      await rememberServer(remembered, name, server.config, listed, tried.facts.instructions);
    const known = tried.tools.find((one) => one.name === tool);
    if (tool !== undefined && known?.offered !== true) {
      const names = tried.tools.flatMap((one) => (one.offered ? [one.name] : []));
      const why =
        known === undefined
          ? 'the server has no such tool'
          : (known.leftOut ?? 'allowedTools and blockedTools do not let it through');
      return fail(`cannot call ${JSON.stringify(tool)}: ${why}, expected one of ${names.join(', ') || 'none'}`);
    }
    const result = tool === undefined ? undefined : await call(connection, tool, args, stop);
    const ok = result?.['isError'] !== true;
    if (json) stdout.write(jsonLine({ name, ok, ...tried, result }));
    else if (result !== undefined)
      stdout.write(`\n${tool}${ok ? '' : ' failed'}:\n${lines(toResultText(result), stdout.isTTY)}\n`);
    return ok ? 0 : 1;
  } catch (error) {
    return fail(
      stop.aborted
        ? `stopped before ${JSON.stringify(name)} had answered`
        : whatToDo(error, name, server.config, context.env),
    );
  } finally {
    await connection.close();
    await liveGroups.killAll();
  }
}

const call = (connection: ServerConnection, name: string, args: JsonObject, signal: AbortSignal): Promise<JsonObject> =>
  connection.request('tools/call', { name, arguments: args }, { signal, repeatable: false });

/** Escapes each line of a text for a terminal; elsewhere returns it unchanged. */
const lines = (text: string, terminal: boolean): string =>
  terminal ? text.split('\n').map(printable).join('\n') : text;

function toArguments(given: GivenOptions, tool: string | undefined): JsonObject {
  const text = given['args'];
  if (typeof text !== 'string') return {};
  if (tool === undefined) throw new UsageError('cannot use --args without --tool');
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  } catch {
    // Reported below without the parser's own message, which quotes the text.
  }
  throw new UsageError('cannot read --args: expected a JSON object');
}

/** Formats a tool's answer as text: its text blocks, and a short description of each other block. */
function toResultText({ content, structuredContent }: JsonObject): string {
  const blocks = Array.isArray(content) ? (content as readonly JsonObject[]) : [];
  const shown = blocks.map((block) => (typeof block['text'] === 'string' ? block['text'] : aboutBlock(block)));
  if (shown.length === 0 && structuredContent !== undefined) return JSON.stringify(structuredContent, null, 2);
  return shown.join('\n');
}

function aboutBlock({ type, mimeType, data, uri, resource }: JsonObject): string {
  const inner = resource as JsonObject | undefined;
  if (typeof inner?.['text'] === 'string') return inner['text'];
  const parts = [
    type,
    mimeType,
    uri ?? inner?.['uri'],
    typeof data === 'string' ? `${data.length} characters` : undefined,
  ];
  return `[${parts.filter((part) => part !== undefined).join(', ')}]`;
}
