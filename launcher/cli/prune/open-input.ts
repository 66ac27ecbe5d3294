import { constants, createReadStream, fstatSync, openSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';

/**
 * Opens a file, or a pipe that has a name (`<(command)`, a FIFO). Reading a pipe as a file would occupy a thread until
 * somebody writes, and Node cannot exit before that. Throws or emits what the system answers.
 */
export function openInput(path: string): Readable {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return fstatSync(fd).isFIFO() ? new Socket({ fd, readable: true, writable: false }) : createReadStream('', { fd });
}
