import { openTranscript, type Transcript } from './transcript.ts';

/** Sessions that are remembered at once: subagents have one each. A session takes at most 8 MiB. */
const MAX_OPEN = 8;

/** Transcripts by their files; those that were asked for last are kept. */
export function createTranscripts(): (file: string) => Transcript {
  const opened = new Map<string, Transcript>();
  return (file) => {
    const transcript = opened.get(file) ?? openTranscript(file);
    opened.delete(file);
    opened.set(file, transcript);
    for (const oldest of opened.keys()) {
      if (opened.size <= MAX_OPEN) break;
      opened.delete(oldest);
    }
    return transcript;
  };
}
