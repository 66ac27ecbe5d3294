import { propertyOf } from '../providers/property-of.ts';
import type { AgentEvent } from './agent-event.ts';
import { whyFailed } from './why-failed.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Reads the messages of one `query()` of the Claude Agent SDK (tested with 0.3). */
export function claudeEvents(): (message: unknown) => readonly AgentEvent[] {
  return (message) => {
    switch (propertyOf(message, 'type')) {
      case 'assistant':
        return blocksOf(message).flatMap(fromSaid);
      case 'user':
        return blocksOf(message).flatMap(fromReturned);
      case 'result':
        return [fromResult(message)];
      default:
        return [];
    }
  };
}

function fromSaid(block: unknown): readonly AgentEvent[] {
  const type = propertyOf(block, 'type');
  if (type === 'text') return [{ kind: 'text', text: String(propertyOf(block, 'text')) }];
  if (type !== 'tool_use') return [];
  const [, server, named] = /^mcp__(.+?)__(.+)$/s.exec(String(propertyOf(block, 'name'))) ?? [];
  const tool = named ?? String(propertyOf(block, 'name'));
  const input = (propertyOf(block, 'input') ?? {}) as Fields;
  return [{ kind: 'tool_started', id: String(propertyOf(block, 'id')), tool, server, input }];
}

function fromReturned(block: unknown): readonly AgentEvent[] {
  if (propertyOf(block, 'type') !== 'tool_result') return [];
  const ended = { kind: 'tool_ended', id: String(propertyOf(block, 'tool_use_id')) } as const;
  if (propertyOf(block, 'is_error') !== true) return [{ ...ended, failed: false }];
  const content = propertyOf(block, 'content');
  const text = Array.isArray(content) ? propertyOf(content[0], 'text') : content;
  return [{ ...ended, failed: true, why: whyFailed(text) }];
}

function fromResult(message: unknown): AgentEvent {
  const ok = propertyOf(message, 'subtype') === 'success' && propertyOf(message, 'is_error') !== true;
  const errors = propertyOf(message, 'errors');
  const said = propertyOf(message, 'result') ?? (Array.isArray(errors) ? errors.join('\n') : undefined);
  const text = String(said ?? propertyOf(message, 'subtype') ?? '');
  const usage = propertyOf(message, 'usage');
  const count = (name: string): number => Number(propertyOf(usage, name) ?? 0);
  const input = count('input_tokens') + count('cache_read_input_tokens') + count('cache_creation_input_tokens');
  return {
    kind: 'ended',
    ok,
    text,
    tokens: usage === undefined ? undefined : { input, output: count('output_tokens') },
  };
}

function blocksOf(message: unknown): readonly unknown[] {
  const content = propertyOf(propertyOf(message, 'message'), 'content');
  return Array.isArray(content) ? content : [];
}
