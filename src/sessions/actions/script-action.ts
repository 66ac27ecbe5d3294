import type { Action } from './action.ts';
import { findPatch, toPatchEdits } from './patch.ts';
import { toShellAction } from './shell-action.ts';

/** `tools.exec_command({cmd: "…"})`; the string is one of JSON or has single quotes. */
const COMMAND = /\bcmd["']?\s*:\s*("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')/g;
const PATCH_LITERAL = /"\*\*\* Begin Patch(?:[^"\\\n]|\\.)*"|'\*\*\* Begin Patch(?:[^'\\\n]|\\.)*'/;

const TEMPLATE = /(?<!String\.raw)`\s*\*\*\* Begin Patch/;

/** Tells what a script did by which Codex calls its tools: its patch, or its shell lines as one. */
export function toScriptAction(script: string): Action {
  // In a string of one line its line breaks are escaped, in a template its backslashes.
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
