import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { SHOP } from '../../../support/shop.ts';

/** 1,280 lines. */
export const LONG: string = SHOP.repeat(8);

/** Writes a transcript in Cursor's documented format, step by step, and makes the input of its hook. */
export interface CursorSession {
  readonly file: string;
  said(text: string): void;
  /** Returns the hook's input. `fields` and `result` change fields of the input and of the tool's result. */
  hooked(fields?: object, result?: object): Readonly<Record<string, unknown>>;
}

/**
 * A session about refunds. Its lines are written from a description of the format, and were not recorded by a real
 * Cursor.
 */
export function cursorSession(folder: string): CursorSession {
  const conversation = '6f1c2a58-7f0e-4a38-9d6f-0c5f6b8a1e20';
  const transcripts = path.join(folder, '.cursor/projects/home-ann-shop/agent-transcripts');
  mkdirSync(transcripts, { recursive: true });
  const file = path.join(transcripts, `${conversation}.jsonl`);
  const write = (role: string, ...content: readonly object[]): void =>
    appendFileSync(file, `${JSON.stringify({ role, message: { content } })}\n`);
  const words = (text: string): object => ({ type: 'text', text });
  write('user', words('<user_query>\nMend update_refund: the refund is applied twice\n</user_query>'));
  write('assistant', words('I search first.'), { type: 'tool_use', name: 'Grep', input: { pattern: 'update_refund' } });
  return {
    file,
    said: (text) => write('assistant', words(text)),
    hooked: (fields = {}, result = {}) => ({
      ...{ conversation_id: conversation, generation_id: 'g', model: 'm', session_id: conversation },
      ...{ tool_name: 'MCP:show_source', tool_input: { name: 'shop' }, tool_use_id: 'toolu_1\nfc_1', duration: 12.5 },
      tool_output: JSON.stringify({ content: [{ type: 'text', text: LONG }], ...result }),
      ...{ cwd: '', hook_event_name: 'postToolUse', cursor_version: '2.4.0', workspace_roots: ['/home/ann/shop'] },
      ...{ user_email: null, transcript_path: file },
      ...fields,
    }),
  };
}
