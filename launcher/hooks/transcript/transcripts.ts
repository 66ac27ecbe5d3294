import { keepOpened } from './keep-opened.ts';
import { openTranscript, type Transcript } from './transcript.ts';

/** Opens the transcript in a file. See `openTranscript`. */
export type OpenTranscript = (file: string, isWhole?: boolean) => Transcript;

/** Creates a cache of transcripts by file. */
export function createTranscripts(): OpenTranscript {
  return keepOpened(openTranscript);
}
