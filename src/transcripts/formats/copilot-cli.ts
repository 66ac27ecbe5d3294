import { type Fields, isFields, textOf, timeOf } from '../fields.ts';
import type { Arguments, SessionEvent, SessionReader } from '../session-event.ts';

/**
 * Reads a session of GitHub Copilot CLI (`~/.copilot/session-state/ID/events.jsonl`, 1.0.102): one event per line. Work of
 * its subagents is skipped.
 */
export function createCopilotReader(): SessionReader {
  let folder: string | undefined;
  let id: string | undefined;
  return {
    get id() {
      return id;
    },
    get folder() {
      return folder;
    },
    read({ type, data, id: message, timestamp, agentId }) {
      if (!isFields(data) || agentId !== undefined || data['parentToolCallId'] !== undefined) return [];
      if (type === 'session.start' || type === 'session.resume') {
        const { sessionId, context } = data;
        if (typeof sessionId === 'string') id ??= sessionId;
        if (isFields(context) && typeof context['cwd'] === 'string') folder ??= context['cwd'];
        return [];
      }
      const step = { message: textOf(message), at: timeOf(timestamp) };
      return toEvents(type, data).map((event) => ({ ...step, ...event }));
    },
  };
}

function toEvents(type: unknown, data: Fields): readonly SessionEvent[] {
  switch (type) {
    case 'user.message':
      return [{ kind: 'asked', text: textOf(data['content']), isSummary: false }];
    case 'assistant.message':
      return toMessage(data);
    case 'tool.execution_complete':
      return toResult(data);
    case 'session.compaction_complete':
      return data['success'] === false
        ? []
        : [{ kind: 'asked', text: textOf(data['summaryContent']), isSummary: true }];
    case 'session.truncation':
    case 'session.snapshot_rewind':
      return [{ kind: 'cleared' }];
    default:
      return [];
  }
}

function toMessage({ content, reasoningText, toolRequests, apiCallId, messageId }: Fields): readonly SessionEvent[] {
  const request = textOf(apiCallId) || textOf(messageId);
  const thought = textOf(reasoningText);
  const said = textOf(content);
  const calls = Array.isArray(toolRequests) ? toolRequests.filter(isFields) : [];
  const events: readonly SessionEvent[] = [
    ...(thought === '' ? [] : [{ kind: 'thought', text: thought } as const]),
    ...(said === '' ? [] : [{ kind: 'said', text: said } as const]),
    ...calls.map((call) => toCall(call)),
  ];
  return events.map((event) => ({ ...event, request }));
}

function toCall({ toolCallId, name, arguments: args }: Fields): SessionEvent {
  return {
    kind: 'called',
    call: textOf(toolCallId),
    tool: textOf(name),
    args: isFields(args) ? (args as Arguments) : {},
  };
}

function toResult({ toolCallId, success, result, error }: Fields): readonly SessionEvent[] {
  const given = isFields(result) ? result['content'] : isFields(error) ? error['message'] : undefined;
  return [{ kind: 'gave', call: textOf(toolCallId), text: textOf(given), isFailed: success === false }];
}
