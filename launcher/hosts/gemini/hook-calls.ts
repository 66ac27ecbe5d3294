import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Fields, isFields } from '../../../src/transcripts/fields.ts';
import type { Arguments } from '../../../src/transcripts/session-event.ts';
import type { HostResult } from '../../../src/unasked/host-result.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import type { HookCall, HostHooks } from '../host-hooks.ts';
import { geminiSettings } from './disabling-settings.ts';

/** Max files that are waiting to be read. The host calls tools in parallel. */
const MAX_FILES = 64;
/** Time after which a file counts as read, in milliseconds. */
const READ_MS = 60_000;
/**
 * Age after which a file counts as left behind by a killed server, in milliseconds. Long enough for clocks that differ.
 */
const LEFT_MS = 60 * READ_MS;
/** Max lines, and max UTF-16 units of a line, that the host's tool shows without cutting. */
const MAX_LINES = 2000;
const MAX_LINE = 2000;

/**
 * Texts in files that the host's own tool reads. Each file is used for only one text, so that a late read never gets
 * another one.
 */
type ReadBack = ReturnType<typeof createReadBack>;

/** Creates the registry. `now` returns milliseconds of a monotonic clock. */
export function createReadBack(now: () => number = () => performance.now()) {
  const folders = new Set<string>();
  /** Time when each file was written, oldest first. */
  const files = new Map<string, number>();

  /** Makes room for another file. Returns false if every file may still be read. */
  const makeRoom = (): boolean => {
    for (const [file, at] of files) {
      if (files.size < MAX_FILES || now() - at < READ_MS) break;
      files.delete(file);
      void rm(file, { force: true }).catch(() => {});
    }
    return files.size < MAX_FILES;
  };

  return {
    /**
     * Writes a text to a folder and resolves to the file. Undefined if the host would not show it unchanged, or if too
     * many files are waiting.
     */
    async put(folder: string, text: string): Promise<string | undefined> {
      if (!isShownWhole(text) || !makeRoom()) return undefined;
      const file = path.join(folder, `${process.pid}-${randomBytes(8).toString('hex')}.txt`);
      files.set(file, now());
      if (!folders.has(folder)) {
        makeFolder(folder);
        await sweep(folder, Date.now() - LEFT_MS);
        folders.add(folder);
      }
      await writeFile(file, text, { mode: 0o600 });
      return file;
    },
    /** Removes all files. */
    async close(): Promise<void> {
      await Promise.all(Array.from(files.keys(), (file) => rm(file, { force: true }).catch(() => {})));
      for (const folder of folders) await rmdir(folder).catch(() => {});
    },
  };
}

function isShownWhole(text: string): boolean {
  const lines = text.split('\n');
  return !text.includes('\0') && lines.length <= MAX_LINES && lines.every((line) => line.length <= MAX_LINE);
}

/**
 * Removes files left behind by killed servers. Recognized by age, because servers in other containers have unknown
 * pids.
 */
async function sweep(folder: string, before: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /^\d+-[\da-f]+\.txt$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: before }));
      if (mtimeMs < before) await rm(file, { force: true }).catch(() => {});
    }),
  );
}

/** Matches settings that restrict tools. */
const LEFT_OUT = /"(?:core|exclude|coreTools|excludeTools|include_tools|exclude_tools)"\s*:/;

/**
 * True if a session of Gemini CLI might lack `read_file`. The user's settings, policies or extensions may exclude it,
 * and so may the settings in `files`. Calling a missing tool would replace the result with an error, so the answer is
 * true if in doubt.
 */
export async function mayLackReadFile(folders: readonly string[], files: readonly string[] = []): Promise<boolean> {
  const texts = await Promise.all(files.map(textOf));
  if (texts.some((text) => LEFT_OUT.test(text))) return true;
  const found = await Promise.all(
    folders.map(async (folder) => {
      const [settings, policies, extensions] = await Promise.all([
        textOf(path.join(folder, 'settings.json')),
        namesIn(path.join(folder, 'policies')),
        namesIn(path.join(folder, 'extensions')),
      ]);
      if (LEFT_OUT.test(settings)) return true;
      const [denied, narrow] = await Promise.all([
        some(policies, async (name) => isAboutReadFile(await textOf(path.join(folder, 'policies', name)))),
        some(extensions, (name) => isNarrow(path.join(folder, 'extensions', name))),
      ]);
      return denied || narrow;
    }),
  );
  return found.includes(true);
}

/** True if a policy names `read_file`, or has a rule for all tools, i.e. one with a wildcard or without a tool name. */
function isAboutReadFile(policy: string): boolean {
  if (/\bread_file\b|["']\*["']|^\s*toolName\s*=.*\*/m.test(policy)) return true;
  return policy
    .split(/^\s*\[\[rule\]\]/m)
    .some((rule) => /^\s*decision\s*=/m.test(rule) && !/^\s*toolName\s*=/m.test(rule));
}

/** True if an extension has policies of its own, or excludes tools. */
async function isNarrow(extension: string): Promise<boolean> {
  const [manifest, policies] = await Promise.all([
    textOf(path.join(extension, 'gemini-extension.json')),
    namesIn(path.join(extension, 'policies')),
  ]);
  return LEFT_OUT.test(manifest) || policies.length > 0;
}

async function some(names: readonly string[], is: (name: string) => Promise<boolean>): Promise<boolean> {
  return (await Promise.all(names.map(is))).includes(true);
}

const namesIn = async (folder: string): Promise<readonly string[]> => await readdir(folder).catch(() => []);

const textOf = async (file: string): Promise<string> => await readFile(file, 'utf8').catch(() => '');

type ToResult = (content: string, args: Fields) => HostResult | undefined;

/** Parsers for results of Gemini CLI's own tools, in the shapes of 0.61. */
const RESULTS: Readonly<Record<string, ToResult>> = {
  read_file: toRead,
  run_shell_command: toCommand,
  grep_search: (content) => between('', content, ''),
  web_fetch: (content) => between('', content, ''),
};

/** Parses a tool's result; undefined for an unknown tool or shape, and for a failed call. */
export function toGeminiResult(tool: string, response: Fields, args: unknown): HostResult | undefined {
  const { llmContent: content, error } = response;
  // A value that JSON cannot represent arrives as null.
  const isFailed = error !== undefined && error !== null;
  if (!Object.hasOwn(RESULTS, tool) || typeof content !== 'string' || isFailed) return undefined;
  return RESULTS[tool]?.(content, isFields(args) ? args : {});
}

/** Makes a text shortenable between a head and a tail that stay unchanged. */
function between(head: string, text: string, tail: string): HostResult {
  return { text, withText: (shown) => ({ text: head + shown + tail }) };
}

const PART =
  /^\nIMPORTANT: The file content has been truncated\.\nStatus: Showing lines (\d+)-\d+ of \d+ total lines\.\n.*\n\n--- FILE CONTENT \(truncated\) ---\n/;
/** Heading above the instructions of the file's folder, which the host adds. */
const INSTRUCTIONS = '\n\n--- Newly Discovered Project Context ---\n';

/** Parses a file's content, which has no line numbers. Gap markers state the numbers of omitted lines. */
function toRead(content: string, { file_path: path }: Fields): HostResult | undefined {
  if (typeof path !== 'string') return undefined;
  const [head = '', first = '1'] = PART.exec(content) ?? [];
  const added = content.indexOf(INSTRUCTIONS);
  const end = added === -1 ? content.length : added;
  const result = between(head, content.slice(head.length, end), content.slice(end));
  return { ...result, path, firstLine: Number(first) };
}

const OPEN = '<untrusted_context>\nOutput: ';
const CLOSE = '\n</untrusted_context>';
/** Matches lines that the host adds below an output. */
const FACT = /^(?:Error|Exit Code|Signal|Background PIDs|Process Group PGID): /;

/**
 * Parses a command's output. Facts below it, such as the exit code, stay. Output of a background command has
 * another format.
 */
function toCommand(content: string): HostResult | undefined {
  if (!content.startsWith(OPEN) || !content.endsWith(CLOSE)) return undefined;
  const lines = content.slice(OPEN.length, -CLOSE.length).split('\n');
  const last = lines.findLastIndex((line) => !FACT.test(line));
  const facts = lines.slice(last + 1).map((line) => `\n${line}`);
  return between(OPEN, lines.slice(0, last + 1).join('\n'), facts.join('') + CLOSE);
}

/** Name of the host's tool that reads files. */
const READ_FILE = 'read_file';
/** Matches a session's transcript. Its project folder is readable by the host's tools. */
const CHAT = /^(.+[\\/]tmp[\\/][^\\/]+)[\\/]chats[\\/][^\\/]+$/;

export function createHooks(): HostHooks {
  const readBack = createReadBack();
  return {
    async toCall(input) {
      const call = toGeminiCall(input, readBack);
      if (call === undefined) return undefined;
      // A subagent's needs differ from the session's, and it may lack the tool that returns the full text.
      if (await isAgentRunning(String(input['transcript_path']), input['session_id'])) return undefined;
      // The answer triggers a `read_file` call. If the agent itself called `read_file`, it has that tool.
      const isThere = call.tool === READ_FILE || !(await mayLackReadFile(geminiFolders(input), systemSettings()));
      return isThere ? call : undefined;
    },
    close: readBack.close,
  };
}

/**
 * True if a subagent of a Gemini CLI session is running, so that the call may come from it. The hook names only the
 * session's transcript. Transcripts of subagents are in a folder named after the session's id, and are written while
 * the session waits for the subagents.
 */
async function isAgentRunning(transcript: string, session: unknown): Promise<boolean> {
  if (typeof session !== 'string' || !/^[\w-]+$/.test(session)) return true;
  const folder = path.join(path.dirname(transcript), session);
  const names = await readdir(folder).catch(() => []);
  const { mtimeMs: last } = await stat(transcript);
  const agents = await Promise.all(names.map((name) => stat(path.join(folder, name))));
  return agents.some(({ mtimeMs }) => mtimeMs >= last);
}

/** Returns the machine-wide settings files. The host starts us, so we have its environment variables. */
function systemSettings(): readonly string[] {
  const places = { env: process.env, cwd: '/', home: '/', platform: process.platform };
  return geminiSettings(places).flatMap((one) => (one.isSystem ? [one.path] : []));
}

/** Returns the host's user folder, which is above the session's transcript, and the project's folder. */
function geminiFolders({ transcript_path: transcript, cwd }: Fields): readonly string[] {
  const own = path.resolve(String(transcript), '../../../..');
  return typeof cwd === 'string' ? [own, path.join(cwd, '.gemini')] : [own];
}

/**
 * Parses the input of Gemini CLI's `AfterTool` (0.61). Undefined for anything else. A hook of Gemini CLI cannot replace
 * a result with a text. It can name another call whose result the model gets instead, so the host's own tool reads our
 * text from a file.
 */
function toGeminiCall(input: Fields, readBack: Pick<ReadBack, 'put'>): HookCall | undefined {
  const { hook_event_name: event, tool_name: tool, tool_input: args, tool_response: response } = input;
  const { transcript_path: transcript, timestamp } = input;
  if (event !== 'AfterTool' || typeof tool !== 'string' || typeof transcript !== 'string') return undefined;
  const [, project] = CHAT.exec(transcript) ?? [];
  if (project === undefined || !isFields(args)) return undefined;
  const folder = path.join(project, 'mcp-pruner');
  // The host runs its hooks for that call too.
  if (String(args['file_path']).startsWith(folder)) return undefined;
  return {
    ...{ id: undefined, event: typeof timestamp === 'string' ? timestamp : undefined },
    ...{ tool, args: args as Arguments, transcript, forgets: true },
    result: isFields(response) ? toGeminiResult(tool, response, args) : undefined,
    async toAnswer(result) {
      const file = await readBack.put(folder, (result as { readonly text: string }).text);
      if (file === undefined) return undefined;
      const tailToolCallRequest = { name: READ_FILE, args: { file_path: file } };
      return { hookSpecificOutput: { hookEventName: 'AfterTool', tailToolCallRequest } };
    },
  };
}
