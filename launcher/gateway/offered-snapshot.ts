import type { ListedTool } from './catalog/shown-tools.ts';
import { isJsonObject } from './connection/is-json-object.ts';
import { createStampedFile, type StampedFile, type StampedFileOptions } from './stamped-file.ts';

/** The tools that were offered last under a configuration, whatever the client: the first list waits for nothing. */
export type OfferedSnapshot = StampedFile<readonly ListedTool[]>;
/** What was known last of the servers: `initialize` is answered before any of them is connected. */
export type ToldSnapshot = StampedFile<Told>;

export interface Told {
  /** Whether their tools are too many to be listed. */
  readonly isLazy: boolean;
  /** What they say of themselves, quoted. */
  readonly text: string;
}

export type SnapshotOptions = Pick<StampedFileOptions<unknown>, 'location' | 'home' | 'settings'>;

export function createOfferedSnapshot(options: SnapshotOptions): OfferedSnapshot {
  return createStampedFile({ ...options, name: 'offered.json', isSound: areTools });
}

export function createToldSnapshot(options: SnapshotOptions): ToldSnapshot {
  const isSound = (value: unknown): value is Told =>
    isJsonObject(value) && typeof value['text'] === 'string' && typeof value['isLazy'] === 'boolean';
  return createStampedFile({ ...options, name: 'instructions.json', isSound });
}

/** Of a file that we did not write, one odd entry would make a client refuse the whole list. */
function areTools(tools: unknown): tools is readonly ListedTool[] {
  const named = (tool: unknown): boolean => isJsonObject(tool) && typeof tool['name'] === 'string';
  return Array.isArray(tools) && tools.every((one) => isJsonObject(one) && named(one['tool']));
}
