import { CappedBytes } from '../../process/capped-bytes.ts';
import { characters } from './character-column.ts';
import { binaryNotice } from './complaints.ts';
import type { OutputParser, SearchEvent } from './engine.ts';
import { withoutTerminator } from './line-terminator.ts';

const NUL = 0x00;
const NEWLINE = 0x0a;
const COLON = 0x3a;
/** Far above any PATH_MAX. */
const HEAD_BYTES = 65_536;

/**
 * Reads `PATH NUL LINE : TEXT` of matches, `PATH NUL LINE - TEXT` of context, `--` between groups of it, and notices of
 * binary files. Paths are absolute, so none is taken for a notice. Holds at most `textBytes` of a line.
 */
export function parseRecords(
  textBytes: number,
  emit: (event: SearchEvent) => void,
  offsetOf: (text: string) => number | undefined,
): OutputParser {
  let head = '';
  let path: Buffer | undefined;
  let digits = '';
  let isMatch: boolean | undefined;
  let text = new CappedBytes(textBytes);

  const isNotice = (): boolean => {
    if (head === '--' || head === '') return true;
    const binary = binaryNotice(head);
    if (binary !== undefined) emit({ kind: 'binary', path: binary });
    return binary !== undefined;
  };
  const readHead = (chunk: Uint8Array, from: number): number => {
    let at = from;
    while (at < chunk.length && chunk[at] !== NUL && chunk[at] !== NEWLINE) at++;
    head += Buffer.from(chunk.subarray(from, at)).toString('latin1');
    if (head.length > HEAD_BYTES) {
      emit({ kind: 'skipped' });
      head = '';
    }
    if (at === chunk.length) return at;
    if (chunk[at] === NUL) {
      path = Buffer.from(head, 'latin1');
      head = '';
    } else if (isNotice()) head = '';
    else head += '\n'; // Of a name that has one.
    return at + 1;
  };
  const readNumber = (chunk: Uint8Array, from: number): number => {
    let at = from;
    for (; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (byte < 0x30 || byte > 0x39) {
        isMatch = byte === COLON;
        return at + 1;
      }
      digits += String.fromCharCode(byte);
    }
    return at;
  };
  const readText = (chunk: Uint8Array, from: number, file: Buffer, ofMatch: boolean): number => {
    const at = chunk.indexOf(NEWLINE, from);
    text.push(chunk.subarray(from, at < 0 ? chunk.length : at));
    if (at < 0) return chunk.length;
    const whole = withoutTerminator(text.text());
    const offset = ofMatch ? offsetOf(whole) : undefined;
    const column = offset === undefined ? null : characters(whole.slice(0, offset)) + 1;
    emit({ kind: 'line', isMatch: ofMatch, path: file, line: Number(digits), column, text: whole, at: offset });
    path = undefined;
    isMatch = undefined;
    digits = '';
    text = new CappedBytes(textBytes);
    return at + 1;
  };

  return {
    push: (chunk) => {
      for (let at = 0; at < chunk.length; ) {
        if (path === undefined) at = readHead(chunk, at);
        else if (isMatch === undefined) at = readNumber(chunk, at);
        else at = readText(chunk, at, path, isMatch);
      }
    },
    end: () => {
      isNotice();
    },
  };
}
