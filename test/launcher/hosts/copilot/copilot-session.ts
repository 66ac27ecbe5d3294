import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/** Writes a session in the format of GitHub Copilot CLI, step by step. */
export interface CopilotSession {
  readonly id: string;
  readonly file: string;
  asked(text: string): void;
  /** Records a message of the agent and a call. */
  called(said: string, call: string, name: string, args: object): void;
  gave(call: string, content: string): void;
}

/** `folder` contains the host's sessions. */
export function copilotSession(folder: string, id = '0beb1be5-e19d-4a40'): CopilotSession {
  const file = path.join(folder, id, 'events.jsonl');
  mkdirSync(path.dirname(file), { recursive: true });
  let events = 0;
  const write = (type: string, data: object): void => {
    const event = { type, data, id: `event-${++events}`, timestamp: '2026-11-26T21:26:35.103Z', parentId: null };
    appendFileSync(file, `${JSON.stringify(event)}\n`);
  };
  write('session.start', { sessionId: id, copilotVersion: '1.0.102', context: { cwd: '/home/ann/shop' } });
  return {
    ...{ id, file },
    asked: (content) => write('user.message', { content }),
    called(content, toolCallId, name, args) {
      const toolRequests = [{ toolCallId, name, arguments: args }];
      write('assistant.message', { content, toolRequests, apiCallId: `msg-${events}` });
    },
    gave: (toolCallId, content) => write('tool.execution_complete', { toolCallId, success: true, result: { content } }),
  };
}
