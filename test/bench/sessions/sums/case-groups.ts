import type { SessionFormat } from '../../../../src/transcripts/recorded-session.ts';
import type { Judgement } from '../judging/judgement.ts';

/** Ranges of line counts by which cases are grouped. */
const LENGTHS = ['1-99', '100-299', '300-999', '1000+'] as const;
export type Length = (typeof LENGTHS)[number];

/** Groups of cases: by tool, kind of text, number of lines, and format of the session. */
export interface Groups {
  readonly action: Judgement['of']['action'];
  readonly kind: Judgement['kind'];
  readonly length: Length;
  readonly format: SessionFormat;
}

export function groupsOf({ of, kind, lines }: Judgement): Groups {
  return { action: of.action, kind, length: lengthOf(lines), format: of.format };
}

function lengthOf(lines: number): Length {
  if (lines < 100) return '1-99';
  if (lines < 300) return '100-299';
  return lines < 1000 ? '300-999' : '1000+';
}
