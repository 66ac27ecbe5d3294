import { isFields } from '../fields.ts';
import type { Arguments } from '../session-event.ts';
import type { Action, Edit } from './action.ts';
import { findPatch, toPatchEdits } from './patch.ts';
import { toShellAction } from './shell-action.ts';
import { toShellCommands } from './shell-words.ts';

/** `tools.exec_command({cmd: "…"})`, with a JSON or single-quoted string. */
const COMMAND = /\bcmd["']?\s*:\s*("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')/g;
const PATCH_LITERAL = /"\*\*\* Begin Patch(?:[^"\\\n]|\\.)*"|'\*\*\* Begin Patch(?:[^'\\\n]|\\.)*'/;

const TEMPLATE = /(?<!String\.raw)`\s*\*\*\* Begin Patch/;

/** Returns the action of a script with which Codex calls its tools: its patch, or all its shell commands as one action. */
function toScriptAction(script: string): Action {
  // String literals escape line breaks, template literals escape backslashes.
  const literal = PATCH_LITERAL.exec(script)?.[0];
  const text = TEMPLATE.test(script) ? script.replaceAll(/\\([\\`$])/g, '$1') : script;
  const patch = findPatch(literal === undefined ? text : fromLiteral(literal));
  if (patch !== undefined) return { kind: 'edit', edits: toPatchEdits(patch) };
  const commands = [...script.matchAll(COMMAND)].map(([, literal = '']) => fromLiteral(literal));
  return commands.length === 0 ? { kind: 'other' } : toShellAction(commands.join('\n'));
}

function fromLiteral(literal: string): string {
  const body = literal.slice(1, -1);
  try {
    const json = literal.startsWith('"') ? literal : `"${body.replaceAll("\\'", "'").replaceAll('"', '\\"')}"`;
    return JSON.parse(json) as string;
  } catch {
    return body;
  }
}

/** Tool names by host: Claude Code, Codex, opencode, Gemini CLI, mini-swe-agent and SWE-agent. */
const READS = /^(?:Read|read|read_file|view|NotebookRead)$/;
/** SWE-agent's window onto a file. Except for `open`, only the result names the file. */
const WINDOWS = /^(?:open|goto|scroll_up|scroll_down)$/;
const READS_MANY = /^read_many_files$/;
const EDITS = /^(?:Edit|MultiEdit|edit|multiedit|replace|str_replace|str_replace_editor|patch)$/;
const WRITES = /^(?:Write|write|write_file|create|NotebookEdit)$/;
const SEARCHES = /^(?:Grep|Glob|grep|glob|search_file_content|grep_search|find_file|search_dir|search_file)$/;
const SHELLS =
  /^(?:Bash|bash|shell|shell_command|exec_command|write_stdin|run_shell_command|container\.exec|local_shell|unified_exec)$/;
const POWERSHELL = /^PowerShell$/;
/** Matches a command of PowerShell, which other tools run on Windows. */
const CMDLET = /(?:^|[|;{]\s*)(?:Get|Select|Set|ForEach|Where|Out)-[A-Z]\w+/;

/** True for a tool that runs commands. */
export const isShellTool = (tool: string): boolean => SHELLS.test(tool) || POWERSHELL.test(tool);

/** Returns the action of a call. Unknown calls are `other`. */
export function toAction(tool: string, args: Arguments): Action {
  const file = textOf(args, 'file_path', 'filePath', 'absolute_path', 'path', 'file', 'notebook_path');
  if (tool === 'apply_patch' || tool === 'submit') {
    const patch = textOf(args, 'input', 'patch', 'patchText') ?? '';
    return { kind: 'edit', edits: toPatchEdits(findPatch(patch) ?? patch) };
  }
  if (tool === 'exec') return toScriptAction(textOf(args, 'input') ?? '');
  if (isShellTool(tool)) {
    const command = commandOf(args);
    // There, backslashes separate folders and escape nothing.
    const isPowerShell = POWERSHELL.test(tool) || CMDLET.test(command);
    return toShellAction(isPowerShell ? command.replaceAll('\\', '/') : command);
  }
  if (WINDOWS.test(tool)) return toWindow(textOf(args, 'command') ?? '');
  if (READS_MANY.test(tool))
    return { kind: 'read', files: textsOf(args['paths'] ?? args['include']), firstLine: undefined };
  if (tool === 'str_replace_editor' && args['command'] === 'view' && file !== undefined) return toRead(file, args);
  if (READS.test(tool) && file !== undefined) return toRead(file, args);
  if (tool === 'edit' && file === undefined) return { kind: 'edit', edits: [] };
  if (EDITS.test(tool) && file !== undefined) return { kind: 'edit', edits: toEdits(file, args) };
  if (WRITES.test(tool) && file !== undefined) return { kind: 'edit', edits: [{ file, found: [] }] };
  if (SEARCHES.test(tool)) {
    // SWE-agent's own syntax: `search_dir "retry" src`.
    const [, ...words] = toShellCommands(textOf(args, 'command') ?? '')?.[0]?.words ?? [];
    const pattern = textOf(args, 'pattern', 'query', 'search_term') ?? words[0] ?? '';
    const places = [textOf(args, 'path', 'dir_path', 'file', 'dir') ?? words[1]].filter((place) => place !== undefined);
    return { kind: 'search', pattern, places };
  }
  return { kind: 'other' };
}

/** Parses `open "src/a.py" 40`. */
function toWindow(command: string): Action {
  const [, quoted, bare] = /^open\s+(?:"([^"]+)"|(\S+))/.exec(command) ?? [];
  const file = quoted ?? bare;
  return { kind: 'read', files: file === undefined ? [] : [file], firstLine: undefined };
}

function toRead(file: string, args: Arguments): Action {
  const { offset, start_line: start, view_range: range } = args;
  const first = [offset, start, Array.isArray(range) ? range[0] : undefined].find((one) => typeof one === 'number');
  return { kind: 'read', files: [file], firstLine: first === undefined ? undefined : Math.max(1, Number(first)) };
}

/** Returns the changes in the arguments: one, or a list. */
function toEdits(file: string, args: Arguments): readonly Edit[] {
  const many = args['edits'];
  if (Array.isArray(many)) return many.filter(isFields).flatMap((edit) => toEdits(file, edit as Arguments));
  const old = textOf(args, 'old_string', 'oldString', 'old_str', 'old_text') ?? '';
  const isEverywhere = args['replace_all'] === true || args['replaceAll'] === true;
  return [{ file, found: old === '' ? [] : [old], ...(isEverywhere && { isEverywhere }) }];
}

const nameOf = (program: string): string => program.split(/[\\/]/).at(-1) ?? '';

/** Returns the command line given to a shell tool, as text or as the words of `["bash", "-lc", line]`. */
export function commandOf(args: Arguments): string {
  const given = args['command'] ?? args['cmd'] ?? args['input'];
  if (typeof given === 'string') return given;
  const words = textsOf(given);
  const isShell = /^(?:.*[\\/])?(?:(?:ba|z|da)?sh|pwsh|powershell)(?:\.exe)?$/i.test(words[0] ?? '');
  // Before it, there are only options. Those of PowerShell may take a word.
  const at = isShell ? words.findIndex((word) => /^-(?:\w*c|command)$/i.test(word)) : -1;
  const isOption = (word: string, index: number): boolean =>
    word.startsWith('-') ||
    (/^(?:pwsh|powershell)/i.test(nameOf(words[0] ?? '')) && words[index]?.startsWith('-') === true);
  return at > 0 && words.slice(1, at).every(isOption)
    ? (words[at + 1] ?? '')
    : words.map((word) => (/[\s'"]/.test(word) ? `'${word}'` : word)).join(' ');
}

function textOf(args: Arguments, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = args[name];
    if (typeof value === 'string') return value;
  }
  return undefined;
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}
