import type { AgentEvent } from '../../runner/agents/agent-event.ts';
import { SERVER_NAME } from '../../runner/config/build-mcp-servers-config.ts';
import { printable } from '../printable.ts';

/** Max UTF-16 units of an argument to show. */
const MAX_CHARS = 100;
/** Names of arguments that describe a call best, in order of preference. */
const TELLING = ['file_path', 'command', 'pattern', 'ref', 'path', 'query'];

/** Wrapper that Codex puts around a command of its own shell. */
const SHELL = /^\S*sh -lc (['"]?)(.*)\1$/s;

/** Formats a call as one line: the tool, its main argument, and the question. */
export function showCall({ tool, server, input }: Extract<AgentEvent, { kind: 'tool_started' }>): string {
  const name = server === undefined || server === SERVER_NAME ? tool : `${server} ${tool}`;
  const about = TELLING.map((key) => input[key]).find((value) => typeof value === 'string' && value !== '');
  const said = typeof about === 'string' ? about.replace(SHELL, '$2') : about;
  const { context_focus_question: question } = input;
  const parts = [name, short(said), typeof question === 'string' ? `? ${short(question)}` : ''];
  return parts.filter((part) => part !== '').join('  ');
}

/** Formats any value as one printable, truncated line. */
export function short(value: unknown): string {
  const text = typeof value === 'string' ? printable(value.replaceAll(/\s+/g, ' ').trim()) : '';
  return text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS - 1)}…` : text;
}
