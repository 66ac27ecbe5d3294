import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { SHOP } from '../../support/shop.ts';

export const FILE = '/home/ann/shop/src/shop.ts';
/** 1,280 lines. */
export const LONG: string = SHOP.repeat(8);

/** Writes a session in Claude Code's format, step by step. */
export interface ClaudeSession {
  readonly file: string;
  asked(text: string): void;
  said(text: string): void;
  called(id: string, tool: string, input: object): void;
  gave(id: string, text: string, more?: object): void;
  compacted(summary: string): void;
}

export function claudeSession(folder: string, name = 'session'): ClaudeSession {
  const file = path.join(folder, `${name}.jsonl`);
  let entries = 0;
  // Each part of a model's answer is recorded on its own line, with the answer's id.
  let answers = 1;
  const write = (type: 'user' | 'assistant', content: unknown, more: object = {}): void => {
    if (type === 'user') answers++;
    const uuid = `${name}-${++entries}`;
    const entry = {
      type,
      uuid,
      sessionId: name,
      cwd: '/home/ann/shop',
      message: { role: type, content, ...(type === 'assistant' && { id: `msg_${answers}` }) },
      ...more,
    };
    appendFileSync(file, `${JSON.stringify(entry)}\n`);
  };
  return {
    file,
    asked: (text) => write('user', text),
    said: (text) => write('assistant', [{ type: 'text', text }]),
    called: (id, tool, input) => write('assistant', [{ type: 'tool_use', id, name: tool, input }]),
    gave: (id, text, more) => write('user', [{ type: 'tool_result', tool_use_id: id, content: text, ...more }]),
    compacted: (summary) => write('user', summary, { isCompactSummary: true }),
  };
}

/** A session about the refunds in `FILE`, just before it reads that file. */
export function aboutRefunds(folder: string, name?: string): ClaudeSession {
  const session = claudeSession(folder, name);
  session.asked('Mend update_refund: the refund is applied twice');
  session.called('call-1', 'Grep', { pattern: 'update_refund' });
  session.gave('call-1', 'src/checkout.ts:40:  return update_refund(given);');
  session.said('I look at how a refund is updated.');
  session.called('call-2', 'Read', { file_path: FILE });
  return session;
}

export interface HookInput {
  readonly [field: string]: unknown;
  readonly tool_response: string;
  readonly transcript_path: string;
}

/** Input of the hook for a Read. Objects are JSON texts, as in an MCP tool's arguments. */
export function readCall(
  { file: transcript }: Pick<ClaudeSession, 'file'>,
  content: string = LONG,
  path_: string = FILE,
): HookInput {
  const file = { filePath: path_, content, numLines: content.split('\n').length, startLine: 1, totalLines: 1281 };
  return {
    hook_event_name: 'PostToolUse',
    tool_name: 'Read',
    tool_input: JSON.stringify({ file_path: path_ }),
    tool_response: JSON.stringify({ type: 'text', file }),
    tool_use_id: 'call-2',
    transcript_path: transcript,
    agent_id: '',
  };
}
