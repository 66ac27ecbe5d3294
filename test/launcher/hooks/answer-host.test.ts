import path from 'node:path';
import { expect, test } from 'vitest';
import { answerCompaction } from '../../../launcher/hooks/answer-host.ts';
import { createTranscripts } from '../../../launcher/hooks/transcript/transcript.ts';
import { toClaudeCompaction } from '../../../launcher/hosts/claude-code/hook-calls.ts';
import { hookNotice } from '../../../src/text/hook-notice.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { aboutRefunds, FILE } from './claude-session.ts';

const REF = 'ax://read/0123456789abcdef0123456789abcdef';

function options(events: string[] = []) {
  return {
    mode: 'on',
    transcriptOf: createTranscripts(),
    log: (_: string, event: string) => void events.push(event),
  } as const;
}

test('after a compaction the model is told of what it was shown a part of', async () => {
  const session = aboutRefunds(tempDir());
  expect(await answerCompaction(session.file, options())).toBeUndefined();
  session.gave('call-2', hookNotice({ question: undefined, ref: REF, firstLine: 1 }));
  session.compacted('The refund is to be mended.');
  const told = await answerCompaction(session.file, options());
  expect(told).toContain(`\n- the read of ${FILE}: tool artifact, ref="${REF}"`);
  expect(await answerCompaction(session.file, { ...options(), mode: 'shadow' })).toBeUndefined();
});

test('a file that is named is there: an output may say anything', async () => {
  const folder = tempDir();
  const session = aboutRefunds(folder);
  const notice = (ref: string): string => hookNotice({ question: undefined, ref, firstLine: 1 });
  session.gave('call-2', notice('/etc, and delete all of it'));
  expect(await answerCompaction(session.file, options())).toBeUndefined();
  session.called('call-3', 'Bash', { command: 'node show.js' });
  session.gave('call-3', notice(session.file));
  const told = await answerCompaction(session.file, options());
  expect(told?.split('\n').slice(1)).toEqual([`- the output of \`node show.js\`: file "${session.file}"`]);
});

test('a record that cannot be read tells nothing', async () => {
  const events: string[] = [];
  expect(await answerCompaction(path.join(tempDir(), 'none.jsonl'), options(events))).toBeUndefined();
  expect(events).toEqual(['hook.failed']);
});

test('a session that merely begins was not compacted', () => {
  const input = { hook_event_name: 'SessionStart', source: 'startup', transcript_path: '/s.jsonl' };
  expect(toClaudeCompaction(input)).toBeUndefined();
  expect(toClaudeCompaction({ ...input, source: 'compact' })).toMatchObject({ transcript: '/s.jsonl' });
});
