import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { createApp } from '../../worker/app/app.ts';
import { built } from '../runtime/built.ts';
import { NODE } from '../runtime/started.ts';
import { ASKED_TEXTS, type AskedText } from '../support/asked-texts.ts';
import { type Launcher, startLauncher } from '../support/launcher.ts';
import { tempDir } from '../support/temp-dir.ts';
import { claudeSession, readCall } from './hooks/claude-session.ts';

/** A way to ask about a file. Resolves to the text that answers. */
type Door = (asked: AskedText, folder: string) => Promise<string>;

const textOf = (result: Launcher['messages'][number]['result']): string =>
  ((result?.['content'] ?? []) as { text: string }[]).map(({ text }) => text).join('\n');

/** Calls a tool over stdio, as a client whose model reads the text. */
async function called(folder: string, name: string, args: object): Promise<string> {
  const launcher = startLauncher(folder, {
    MCP_PRUNER_HOME: path.join(folder, '.home'),
    MCP_PRUNER_HOOKS: 'on',
    MCP_PRUNER_HOOK_CUTS: 'more',
    MCP_PRUNER_HOOK_TIMEOUT_MS: '60000',
  });
  const clientInfo = { name: 'claude-code', version: '2' };
  await launcher.request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  const { result } = await launcher.request('tools/call', { name, arguments: args });
  await launcher.end();
  return textOf(result);
}

const DOORS: Readonly<Record<string, Door>> = {
  read: ({ file, question }, folder) => called(folder, 'read', { file_path: file, context_focus_question: question }),
  bash: ({ file, question }, folder) =>
    called(folder, 'bash', { command: `cat ${file}`, timeout_ms: 60_000, context_focus_question: question }),
  'a failed bash': ({ file, question }, folder) =>
    called(folder, 'bash', { command: `cat ${file}; exit 3`, timeout_ms: 60_000, context_focus_question: question }),
  async prune({ file, question }, folder) {
    const child = spawn(NODE, [built('bin'), 'prune', '--json', '-q', question, file], { cwd: folder });
    return (JSON.parse((await buffer(child.stdout)).toString()) as { text: string }).text;
  },
  async 'a hook'({ file, bytes, text, question, pattern = question }, folder) {
    const session = claudeSession(folder);
    session.asked('Mend the harbor, so that it works again');
    session.said(`Find ${pattern}`);
    const read = path.join(folder, file);
    session.called('call-2', 'Read', { file_path: read });
    const answer = await called(folder, 'hook', readCall(session, bytes.toString(), read));
    const { hookSpecificOutput } = JSON.parse(answer === '' ? '{}' : answer) as HookAnswer;
    // A result that is not worth a cut passes as it is.
    return hookSpecificOutput?.updatedToolOutput.file.content ?? text;
  },
};

interface HookAnswer {
  readonly hookSpecificOutput?: { readonly updatedToolOutput: { readonly file: { readonly content: string } } };
}

const ADMIN = 'the-administrators-secret-of-32-characters';
const app = createApp({ adminKey: ADMIN });

/** Ways in for texts, which reach a worker decoded. */
const FOR_TEXTS: Readonly<Record<string, Door>> = {
  async 'POST /prune'({ text, question }) {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${ADMIN}` };
    const body = JSON.stringify({ code: text, query: question });
    const answer = await app.request('/prune', { method: 'POST', headers, body });
    return ((await answer.json()) as { pruned_code: string }).pruned_code;
  },
};

/** Ways in for what one pattern finds. */
const FOR_PATTERNS: Readonly<Record<string, Door>> = {
  grep: ({ file, pattern, question }, folder) =>
    called(folder, 'grep', { pattern, path: file, fixed_string: true, context_focus_question: question }),
};

/** Max length of a text that may stay whole. */
const SHORT = 2500;

function opened({ file, bytes }: AskedText): string {
  const folder = tempDir();
  writeFileSync(path.join(folder, file), bytes);
  return folder;
}

describe.each(Object.entries({ ...DOORS, ...FOR_TEXTS, ...FOR_PATTERNS }))('through %s', (name, door) => {
  const fits = (asked: AskedText): boolean => !(name in FOR_PATTERNS) || asked.pattern !== undefined;
  test.each(ASKED_TEXTS.filter(fits))('$file has what "$question" asks for', { timeout: 120_000 }, async (asked) => {
    const shown = await door(asked, opened(asked));
    expect(asked.stays.filter((line) => !shown.includes(line))).toEqual([]);
    if (name !== 'a hook' && asked.text.length > SHORT) expect(shown.length).toBeLessThan(asked.text.length * 0.8);
  });
});
