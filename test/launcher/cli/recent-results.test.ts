import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { recentResults } from '../../../launcher/cli/recent-findings.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { claudeSession } from '../hooks/claude-session.ts';

test('a record that cannot be read hides no other', async () => {
  const folder = tempDir();
  for (const name of ['gone', 'there']) {
    const session = claudeSession(folder, name);
    session.called('c1', 'Read', { file_path: 'a.ts' });
    session.gave('c1', 'a line of the file\n'.repeat(300));
  }
  const isSession = (file: string): boolean => {
    // The file disappears between being found and being read.
    if (file.endsWith('there.jsonl')) rmSync(path.join(folder, 'gone.jsonl'), { force: true });
    return true;
  };
  const recordings = {
    ...({ format: 'claude-code', hookedTools: /^Read$/, hooksNameSession: true } as const),
    folders: () => [{ path: folder, isSession }],
  };
  const given = { since: 0, wholeIn: async () => undefined };
  const read = (signal: AbortSignal): ReturnType<typeof recentResults> => {
    return recentResults({ recordings }, { env: {}, home: folder }, { ...given, signal });
  };
  expect(await read(new AbortController().signal)).toEqual({
    sessions: 1,
    hooked: 0,
    long: 1,
    shortened: 0,
    whole: {},
  });
  await expect(read(AbortSignal.abort(new Error('taken back')))).rejects.toThrow('taken back');
});
