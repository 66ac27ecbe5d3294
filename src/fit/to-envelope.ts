import type { ArtifactInfo } from '../artifacts/artifact-store.ts';
import { cutToChars } from '../text/cut-text.ts';
import { type Entry, type Envelope, envelopeBytes } from './envelope.ts';

/** Outcome of storing a response's data. */
export type Stored =
  | { readonly kind: 'stored'; readonly info: ArtifactInfo }
  | { readonly kind: 'failed'; readonly code: string; readonly bytes: number }
  | { readonly kind: 'nowhere'; readonly bytes: number };

/** Outcome of storing, or nothing if the data need not be stored; and whether anything is left out. */
export type WhereStored = (Stored | { readonly kind?: undefined }) & { readonly cut?: boolean };

/** Everything that a response says besides its data. */
export interface AboutResponse {
  readonly summary: string;
  readonly success: boolean;
  readonly structured: boolean;
  /** Name of the tool that reads artifacts. */
  readonly artifactTool: string;
  /** Number of items if the data is an array. */
  readonly count?: number | undefined;
}

/** Max share of the budget for text about the data. */
const MAX_SHARE_OF_BUDGET = 0.7;
const NEARLY_ALL = 0.9;
/** Max UTF-16 units of a tool's name. */
const LONGEST_TOOL = 64;

/** Builds everything of a response but its data: where the whole is stored, and how to get it. */
export function toEnvelope(about: AboutResponse, maxBytes: number, stored: WhereStored): Envelope {
  const { summary, success, structured, artifactTool } = about;
  const first: Entry[] = [
    ['summary', summary],
    ['success', success],
  ];
  if (stored.kind === undefined) return { head: first, tail: [], success, structured };
  const cut: Entry[] = stored.cut === true ? [['truncated', true]] : [];
  if (stored.cut === true && about.count !== undefined) cut.unshift(['count', about.count]);
  if (stored.kind === 'stored') {
    const { ref, bytes, mimeType, domain } = stored.info;
    const tool = cutToChars(artifactTool, LONGEST_TOOL);
    const told: readonly Entry[] = [
      ...first,
      ['artifactRef', ref],
      ...cut,
      ['originalBytes', bytes],
      ['hasMore', true],
    ];
    const notice = `Shown in part, nothing is lost: the tool ${tool} gives the whole by artifactRef.`;
    const full: Envelope = {
      head: [...told, ['notice', notice]],
      tail: [['rest', `${tool} ref=${ref} (path, pattern or start_line: a part)`]],
      link: { type: 'resource_link', uri: ref, name: `whole ${domain}`, mimeType, size: bytes },
      success,
      structured,
    };
    if (envelopeBytes(full) <= maxBytes * MAX_SHARE_OF_BUDGET) return full;
    // If there is little room, data takes priority over words.
    const short: Entry[] = [...told, ['notice', 'In part; all by artifactRef']];
    const named: Envelope = { head: short, tail: [['rest', `${tool} ref=${ref}`]], success, structured };
    return envelopeBytes(named) <= maxBytes * NEARLY_ALL ? named : { ...named, tail: [['rest', ref]] };
  }
  const failed: Entry[] = stored.kind === 'failed' ? [['artifactError', stored.code]] : [];
  const why = stored.kind === 'failed' ? 'could not be stored' : 'is not kept';
  const notice =
    stored.cut === true
      ? [['notice', `Shown in part. The whole ${why}: narrow the request to see more.`] as const]
      : [['notice', `Shown in full. It ${why}.`] as const];
  return {
    head: [
      ...first,
      ...failed,
      ...cut,
      ['originalBytes', stored.bytes],
      ...(stored.cut === true ? [['hasMore', true] as const] : []),
      ...notice,
    ],
    tail: stored.cut === true ? [['rest', `not kept${stored.kind === 'failed' ? `: ${stored.code}` : ''}`]] : [],
    success,
    structured,
  };
}
