import { BLOCK_BYTES } from '../../../src/artifacts/artifact-blocks.ts';
import { sha256Hex } from '../sha256.ts';
import type { StoredArtifact } from './stored-artifact.ts';

/** A block as stored in a file. */
export interface StoredBlock {
  /** Bytes in the file: the block's size if it is stored as it is, fewer if it is compressed (raw DEFLATE). */
  readonly length: number;
  /** SHA-256 of those bytes, 64 hex digits. */
  readonly hash: string;
}

/** Metadata after the blocks. */
export interface ArtifactFooter {
  readonly mimeType: string;
  readonly blocks: readonly StoredBlock[];
}

const MAGIC = Buffer.from('axfile1\n');
const HASH_BYTES = 32;
/**
 * Size of the trailer at a file's end, in bytes: the footer's length, its SHA-256, and eight bytes that identify the
 * format.
 */
export const TRAILER_BYTES: number = 4 + HASH_BYTES + MAGIC.length;

/** Encodes the footer with its trailer. It includes the file's name, so that a renamed file is invalid. */
export function encodeFooter({ name }: StoredArtifact, { mimeType, blocks }: ArtifactFooter): Uint8Array {
  const rows = blocks.map(({ length, hash }) => [length, hash]);
  const body = Buffer.from(JSON.stringify({ name, mimeType, blocks: rows }));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  return Buffer.concat([body, length, Buffer.from(sha256Hex(body), 'hex'), MAGIC]);
}

/** Returns the length of the footer in front of a trailer, in bytes; undefined for a file of another format. */
export function footerLength(trailer: Buffer): number | undefined {
  if (trailer.length !== TRAILER_BYTES || !trailer.subarray(-MAGIC.length).equals(MAGIC)) return undefined;
  return trailer.readUInt32BE(0);
}

/** Decodes the footer from its bytes and the trailer; undefined if they are damaged. */
export function decodeFooter(bytes: Buffer, { name, bytes: size }: StoredArtifact): ArtifactFooter | undefined {
  const body = bytes.subarray(0, -TRAILER_BYTES);
  const hash = bytes.subarray(bytes.length - TRAILER_BYTES + 4, bytes.length - MAGIC.length);
  if (sha256Hex(body) !== hash.toString('hex')) return undefined;
  const read = parse(body.toString());
  if (read?.name !== name || read.blocks.length !== Math.ceil(size / BLOCK_BYTES)) return undefined;
  return { mimeType: read.mimeType, blocks: read.blocks.map(([length, hash]) => ({ length, hash })) };
}

interface Written {
  readonly name: string;
  readonly mimeType: string;
  readonly blocks: readonly (readonly [number, string])[];
}

// The hash has already proved that `encodeFooter` wrote this text.
function parse(text: string): Written | undefined {
  try {
    return JSON.parse(text) as Written;
  } catch {
    return undefined;
  }
}
