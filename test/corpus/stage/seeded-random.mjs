// Gives the processes of a recording the same random numbers in each recording. So ids are the same, and so are hashes
// of texts that contain ids. CORPUS_SEED distinguishes processes.
import crypto, { createHash } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const seed = `${process.env.CORPUS_SEED} ${process.argv.slice(2).join(' ')}`;
// Counted by kind, so that a number drawn at a varying moment does not shift numbers of other kinds.
const drawn = new Map();

function fill(bytes, kind = bytes.length) {
  const times = (drawn.get(kind) ?? 0) + 1;
  drawn.set(kind, times);
  for (let at = 0; at < bytes.length; at += 32) {
    const block = createHash('sha256').update(`${seed} ${kind} ${times} ${at}`).digest();
    bytes.set(block.subarray(0, Math.min(32, bytes.length - at)), at);
  }
  return bytes;
}

function randomUUID() {
  const bytes = fill(Buffer.alloc(16), 'uuid');
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

crypto.randomUUID = randomUUID;
crypto.randomBytes = (size, done) => {
  const bytes = fill(Buffer.alloc(size));
  return done === undefined ? bytes : void queueMicrotask(() => done(null, bytes));
};
globalThis.crypto.randomUUID = randomUUID;
globalThis.crypto.getRandomValues = (given) => {
  fill(new Uint8Array(given.buffer, given.byteOffset, given.byteLength));
  return given;
};
Math.random = () => fill(Buffer.alloc(4), 'number').readUInt32LE() / 2 ** 32;
syncBuiltinESMExports();
