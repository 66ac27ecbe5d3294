import type { Place } from '../stage/place.ts';
import type { LabelledOutput } from './labelled-outputs.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What a host's hook is told of a result, with the session's record on disk where the host keeps one. */
export interface Hooked {
  readonly host: string;
  readonly input: Fields;
}

const CWD = '/home/ann/shop';
const lines = (entries: readonly object[]): string => entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
const fileOf = ({ path, id }: LabelledOutput): string => `${CWD}/${path ?? `${id}.txt`}`;

/** Claude Code: a Read of a file, a Bash or a Grep. */
export function hookedClaude(place: Place, output: LabelledOutput, at: number): Hooked {
  const { id, command, path, text, questions, exitCode } = output;
  const session = `claude-${at}`;
  const tool = path !== undefined || at % 3 === 0 ? 'Read' : at % 3 === 1 ? 'Bash' : 'Grep';
  const file = fileOf(output);
  const args = {
    Read: { file_path: file },
    Bash: { command, description: questions[0] },
    Grep: { pattern: program(id), output_mode: 'content' },
  }[tool];
  const entry = (uuid: number, role: 'user' | 'assistant', content: unknown): object => ({
    ...{ type: role, uuid: `${session}-${uuid}`, sessionId: session, cwd: CWD },
    message: { role, content, ...(role === 'assistant' && { id: `msg_${uuid > 3 ? 2 : 1}` }) },
  });
  const transcript = place.write(
    `home/.claude/projects/-home-ann-shop/${session}.jsonl`,
    lines([
      entry(1, 'user', `Find out: ${questions.join(' ')}`),
      entry(2, 'assistant', [{ type: 'tool_use', id: 'call-1', name: 'Grep', input: { pattern: program(id) } }]),
      entry(3, 'user', [
        { type: 'tool_result', tool_use_id: 'call-1', content: text.split('\n').slice(0, 3).join('\n') },
      ]),
      entry(4, 'assistant', [{ type: 'text', text: questions[0] }]),
      entry(5, 'assistant', [{ type: 'tool_use', id: 'call-2', name: tool, input: args }]),
    ]),
  );
  const count = text.split('\n').length;
  const response = {
    Read: { type: 'text', file: { filePath: file, content: text, numLines: count, startLine: 1, totalLines: count } },
    Bash: { stdout: text, stderr: '', interrupted: exitCode === 7, isImage: false, noOutputExpected: false },
    Grep: { mode: 'content', numFiles: 0, filenames: [], content: text, numLines: count },
  }[tool];
  const input = {
    ...{ hook_event_name: 'PostToolUse', session_id: session, cwd: CWD, tool_name: tool, tool_input: args },
    ...{ tool_response: response, tool_use_id: 'call-2', transcript_path: transcript, agent_id: '' },
  };
  return { host: 'claude-code', input };
}

/** Codex: a command with its exit code in the rollout. */
export function hookedCodex(place: Place, { command, text, questions, exitCode }: LabelledOutput, at: number): Hooked {
  const item = (payload: object): object => ({ timestamp: '2026-10-20T10:00:00.000Z', type: 'response_item', payload });
  const call = JSON.stringify({ cmd: command });
  const ended = { type: 'CommandExecution', id: 'call-1', exit_code: exitCode };
  const transcript = place.write(
    `home/.codex/sessions/rollout-${at}.jsonl`,
    lines([
      { type: 'session_meta', payload: { id: `codex-${at}`, cwd: CWD, cli_version: '0.169.0' } },
      item({ type: 'message', role: 'user', content: [{ type: 'input_text', text: questions.join(' ') }] }),
      item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: questions[0] }] }),
      item({ type: 'function_call', name: 'exec_command', arguments: call, call_id: 'call-1' }),
      { type: 'event_msg', payload: { type: 'item_completed', item: ended } },
    ]),
  );
  const input = {
    ...{
      session_id: `codex-${at}`,
      turn_id: 't',
      transcript_path: transcript,
      cwd: CWD,
      hook_event_name: 'PostToolUse',
    },
    ...{ tool_name: 'Bash', tool_input: { command }, tool_response: text, tool_use_id: 'call-1' },
  };
  return { host: 'codex', input };
}

/** Cursor: a result of another MCP server. */
export function hookedCursor(place: Place, { id, text, questions }: LabelledOutput, at: number): Hooked {
  const conversation = `6f1c2a58-7f0e-4a38-9d6f-${String(at).padStart(12, '0')}`;
  const said = (role: string, words: string): object => ({
    role,
    message: { content: [{ type: 'text', text: words }] },
  });
  const transcript = place.write(
    `home/.cursor/projects/home-ann-shop/agent-transcripts/${conversation}.jsonl`,
    lines([said('user', `<user_query>\n${questions.join(' ')}\n</user_query>`), said('assistant', questions[0] ?? '')]),
  );
  const input = {
    ...{ conversation_id: conversation, generation_id: 'g', model: 'm', session_id: conversation },
    ...{ tool_name: 'MCP:show', tool_input: { name: id }, tool_use_id: 'toolu_1\nfc_1', duration: 12.5 },
    tool_output: JSON.stringify({ content: [{ type: 'text', text }] }),
    ...{ cwd: '', hook_event_name: 'postToolUse', cursor_version: '2.4.0', workspace_roots: [place.root] },
    ...{ user_email: null, transcript_path: transcript },
  };
  return { host: 'cursor', input };
}

/** Gemini CLI: a file or a command, and the session's log. */
export function hookedGemini(place: Place, output: LabelledOutput, at: number): Hooked {
  const { command, text, questions, exitCode } = output;
  const transcript = place.write(
    `home/.gemini/tmp/shop-${at}/chats/session-1.jsonl`,
    lines([
      { sessionId: 's', projectHash: 'h', kind: 'main' },
      { id: 'm1', type: 'user', content: [{ text: questions.join(' ') }] },
      { id: 'm2', type: 'gemini', content: questions[0] },
    ]),
  );
  const exit = exitCode === 0 ? '' : `\nExit Code: ${exitCode}`;
  const isRead = at % 2 === 0;
  const printed = isRead ? text : `<untrusted_context>\nOutput: ${text}${exit}\n</untrusted_context>`;
  const input = {
    ...{ hook_event_name: 'AfterTool', session_id: 's', transcript_path: transcript, cwd: place.home },
    tool_name: isRead ? 'read_file' : 'run_shell_command',
    tool_input: isRead ? { file_path: fileOf(output) } : { command, description: questions[0] },
    ...{ tool_response: { llmContent: printed, returnDisplay: '' }, timestamp: '2026-10-20T10:00:00.000Z' },
  };
  return { host: 'gemini', input };
}

/** opencode: what our plugin tells of a file or a command. */
export function hookedOpencode(_: Place, output: LabelledOutput, at: number): Hooked {
  const { command, text, questions, exitCode } = output;
  const session = `ses_${at}`;
  const file = fileOf(output);
  const own = text.replace(/\n$/, '').split('\n');
  const numbered = own.map((line, nth) => `${nth + 1}: ${line}`).join('\n');
  const isRead = at % 2 === 0;
  const args = isRead ? { filePath: file } : { command, description: questions[0] };
  const tool = isRead ? 'read' : 'bash';
  const part = (id: string, of: object): object => ({ id, sessionID: session, ...of });
  const state = { status: 'running', input: args };
  const messages = [
    { info: { id: 'm1', role: 'user' }, parts: [part('p1', { type: 'text', text: questions.join(' ') })] },
    {
      info: { id: 'm2', role: 'assistant' },
      parts: [
        part('p2', { type: 'text', text: questions[0], time: { start: 1, end: 2 } }),
        part('p3', { type: 'tool', callID: 'c1', tool, state }),
      ],
    },
  ];
  const shown = `<path>${file}</path>\n<type>file</type>\n<content>\n${numbered}\n\n(End of file - total ${own.length} lines)\n</content>`;
  const input = {
    ...{ session, call: 'c1', tool, args, output: isRead ? shown : text },
    ...{ metadata: isRead ? {} : { exit: exitCode, truncated: false }, messages },
  };
  return { host: 'opencode', input };
}

function program(id: string): string {
  return id.split('/')[0] ?? id;
}
