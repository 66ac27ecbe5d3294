import { propertyOf } from '../providers/property-of.ts';
import type { AgentEvent } from './agent-event.ts';
import { whyFailed } from './why-failed.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Reads the parsed lines of one `codex exec --json` (tested with 0.171). */
export function codexEvents(): (message: unknown) => readonly AgentEvent[] {
  let last = '';
  return (message) => {
    const item = propertyOf(message, 'item');
    switch (propertyOf(message, 'type')) {
      case 'item.started':
        return startedBy(item);
      case 'item.completed': {
        if (propertyOf(item, 'type') !== 'agent_message') return endedBy(item);
        last = String(propertyOf(item, 'text'));
        return [{ kind: 'text', text: last }];
      }
      case 'turn.completed': {
        const usage = propertyOf(message, 'usage');
        const tokens = {
          input: Number(propertyOf(usage, 'input_tokens')),
          output: Number(propertyOf(usage, 'output_tokens')),
        };
        return [{ kind: 'ended', ok: true, text: last, tokens }];
      }
      case 'turn.failed':
        return [{ kind: 'ended', ok: false, text: String(propertyOf(propertyOf(message, 'error'), 'message')) }];
      default:
        return [];
    }
  };
}

function startedBy(item: unknown): readonly AgentEvent[] {
  const id = String(propertyOf(item, 'id'));
  switch (propertyOf(item, 'type')) {
    case 'mcp_tool_call': {
      const input = (propertyOf(item, 'arguments') ?? {}) as Fields;
      const server = String(propertyOf(item, 'server'));
      return [{ kind: 'tool_started', id, tool: String(propertyOf(item, 'tool')), server, input }];
    }
    case 'command_execution':
      return [
        { kind: 'tool_started', id, tool: 'shell', server: undefined, input: { command: propertyOf(item, 'command') } },
      ];
    default:
      return [];
  }
}

function endedBy(item: unknown): readonly AgentEvent[] {
  const type = propertyOf(item, 'type');
  if (type !== 'mcp_tool_call' && type !== 'command_execution') return [];
  const ended = { kind: 'tool_ended', id: String(propertyOf(item, 'id')) } as const;
  if (propertyOf(item, 'status') !== 'failed') return [{ ...ended, failed: false }];
  const content = propertyOf(propertyOf(item, 'result'), 'content');
  const said = Array.isArray(content) ? propertyOf(content[0], 'text') : undefined;
  const code = propertyOf(item, 'exit_code');
  const why =
    typeof code === 'number' ? `exit code ${code}` : (propertyOf(propertyOf(item, 'error'), 'message') ?? said);
  return [{ ...ended, failed: true, why: whyFailed(why) }];
}
