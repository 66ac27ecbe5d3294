import { existsSync } from 'node:fs';
import type { EventLog } from '../../src/base/events/event-log.ts';
import { originalPlace } from '../../src/text/hook-notice.ts';
import type { HookMode } from '../platform/settings/variables.ts';
import type { Transcript } from './transcript/transcript.ts';

interface CompactionOptions {
  readonly mode: HookMode;
  readonly transcriptOf: (file: string) => Transcript;
  readonly log: EventLog;
}

/**
 * After a compaction, tells the model which results were shortened, and where the full text of each is. Undefined if
 * there are none, or if the session cannot be read.
 */
export async function answerCompaction(file: string, options: CompactionOptions): Promise<string | undefined> {
  if (options.mode !== 'on') return undefined;
  try {
    const { shortened } = await options.transcriptOf(file).catchUp();
    // Any output may end with a line that looks like our notice. Its words must not get into our answer unless they
    // name an artifact or an existing file.
    const found = shortened.filter(({ ref }) => ref.startsWith('ax:') || existsSync(ref));
    if (found.length === 0) return undefined;
    const lines = found.map(({ name, ref }) => `- ${name}: ${originalPlace(ref)}`);
    return ['mcp-pruner left out parts of these results. The whole texts:', ...lines].join('\n');
  } catch (error) {
    options.log('warn', 'hook.failed', { event: 'compaction', message: String(error) });
    return undefined;
  }
}
