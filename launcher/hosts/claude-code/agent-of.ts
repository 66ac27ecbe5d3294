import type { Fields } from '../../../src/transcripts/fields.ts';
import type { HookCall } from '../host-hooks.ts';

/** Returns the transcript of the agent that made a call, and whether its words are recorded late or not displayed. */
export function agentOf(input: Fields): Pick<HookCall, 'transcript' | 'isRecordedLate' | 'isUndisplayed'> {
  // Claude Code writes the sentence and the call 75 to 145 ms after the hook (2.1.332), and displays no words of subagents.
  return { transcript: transcriptOf(input), isRecordedLate: true, isUndisplayed: isSubagent(input) };
}

/** Returns the session's transcript. A subagent's transcript is in a folder beside that of its parent. */
export function transcriptOf(input: Fields): string | undefined {
  const { transcript_path: path, agent_id: agent } = input;
  if (typeof path !== 'string' || path === '') return undefined;
  if (!isSubagent(input)) return path;
  return typeof agent === 'string' && /^[\w-]+$/.test(agent)
    ? `${path.replace(/\.jsonl$/, '')}/subagents/agent-${agent}.jsonl`
    : undefined;
}

function isSubagent({ agent_id: agent }: Fields): boolean {
  return agent !== undefined && agent !== '';
}
