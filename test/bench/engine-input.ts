import { readdirSync, readFileSync } from 'node:fs';
import type { SessionEvent } from '../../src/transcripts/session-event.ts';

export const QUESTION = 'Where is the timeout of a request applied, and which error does it raise?';
export const PATH = 'src/engine.ts';

/** Source text of `lines` lines: this repository's own files, repeated. */
export function sourceText(lines: number): string {
  const folder = new URL('../../src/engine/', import.meta.url);
  const own = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .join('');
  const all: string[] = [];
  while (all.length < lines) all.push(...own.split('\n'));
  return `${all.slice(0, lines).join('\n')}\n`;
}

/** Events of a session that has read twenty files. */
export function sessionEvents(): readonly SessionEvent[] {
  const events: SessionEvent[] = [];
  events.push({ kind: 'asked', text: 'Requests hang: see where their timeout is lost', isSummary: false });
  const text = sourceText(4000).split('\n');
  for (let file = 0; file < 20; file++) {
    events.push({ kind: 'said', text: `I look at how file ${file} chooses lines and counts their tokens.` });
    events.push({ kind: 'called', call: String(file), tool: 'Read', args: { file_path: `src/file-${file}.ts` } });
    events.push({
      kind: 'gave',
      call: String(file),
      text: text.slice(file * 200, file * 200 + 200).join('\n'),
      isFailed: false,
    });
  }
  return events;
}
