import type { Action } from './action.ts';
import { findPatch, toPatchEdits } from './patch.ts';
import { toShellAction } from './shell-action.ts';

/** `tools.exec_command({cmd: "…"})`, with a JSON or single-quoted string. */
const COMMAND = /\bcmd["']?\s*:\s*("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')/g;
const PATCH_LITERAL = /"\*\*\* Begin Patch(?:[^"\\\n]|\\.)*"|'\*\*\* Begin Patch(?:[^'\\\n]|\\.)*'/;

const TEMPLATE = /(?<!String\.raw)`\s*\*\*\* Begin Patch/;

/** Returns the action of a script with which Codex calls its tools: its patch, or all its shell commands as one action. */
export function toScriptAction(script: string): Action {
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
