import { keepOpened } from './keep-opened.ts';
import { openTranscript, type Transcript } from './transcript.ts';

/** Transcripts by their files. */
export function createTranscripts(): (file: string) => Transcript {
  return keepOpened(openTranscript);
}
