import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { SHOP } from '../../../support/shop.ts';

/** About 640 lines. */
export const PRINTED: string = SHOP.repeat(4);

/** Writes a session in Codex's format, step by step. */
export interface CodexSession {
  readonly file: string;
  said(text: string): void;
  called(id: string, cmd: string): void;
  /** The agent asks for what a command has printed since. */
  polled(id: string): void;
  /** The agent runs a script in code mode. */
  ran(id: string, script: string): void;
  exited(id: string, exitCode: number): void;
  gave(id: string, output: string): void;
}

export function codexSession(folder: string, name = 'rollout'): CodexSession {
  const file = path.join(folder, `${name}.jsonl`);
  const write = (type: string, payload: object): void =>
    appendFileSync(file, `${JSON.stringify({ timestamp: '2026-11-23T14:06:34.886Z', type, payload })}\n`);
  const item = (payload: object): void => write('response_item', payload);
  const call = (id: string, name: string, args: object): void =>
    item({ type: 'function_call', name, arguments: JSON.stringify(args), call_id: id });
  write('session_meta', { id: 's', cwd: '/home/ann/shop', cli_version: '0.169.0' });
  item({ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Mend update_refund' }] });
  return {
    file,
    said: (text) => item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] }),
    called: (id, cmd) => call(id, 'exec_command', { cmd }),
    polled: (id) => call(id, 'write_stdin', { session_id: 7, chars: '' }),
    ran: (id, input) => item({ type: 'custom_tool_call', name: 'exec', input, call_id: id }),
    exited: (id, exitCode) =>
      write('event_msg', { type: 'item_completed', item: { type: 'CommandExecution', id, exit_code: exitCode } }),
    gave: (id, output) => item({ type: 'function_call_output', call_id: id, output }),
  };
}

/** Input of the hook for a command. */
export function commandCall(
  { file }: Pick<CodexSession, 'file'>,
  id: string,
  printed: string = PRINTED,
): Readonly<Record<string, unknown>> {
  return {
    ...{ session_id: 's', turn_id: 't', transcript_path: file, cwd: '/home/ann/shop', hook_event_name: 'PostToolUse' },
    ...{ tool_name: 'Bash', tool_input: { command: 'cat shop.ts' }, tool_response: printed, tool_use_id: id },
  };
}

/** Input of the hook for a command that has just ended, in a session about refunds. */
export function endedCommand(folder: string): Readonly<Record<string, unknown>> {
  const session = codexSession(folder);
  session.said('I look at how a refund is updated.');
  session.called('call-1', 'cat shop.ts');
  session.exited('call-1', 0);
  return commandCall(session, 'call-1');
}
