import { isJsonObject } from '../../src/base/json/json-object.ts';
import type { ShownTool } from './catalog/shown-tools.ts';
import { createStampedFile, type StampedFile, type StampedFileOptions } from './stamped-file.ts';

/**
 * Store of the tools that were last offered under a configuration, to any client. With it, the first list needs no
 * waiting.
 */
export type ToolSnapshot = StampedFile<readonly ShownTool[]>;
/**
 * Store of the last known instructions of the servers, because `initialize` is answered before any server is connected.
 */
export type InstructionsSnapshot = StampedFile<Told>;

export interface Told {
  /** True if their tools are too many to list. */
  readonly isLazy: boolean;
  /** Their quoted instructions. */
  readonly text: string;
}

export type SnapshotOptions = Pick<StampedFileOptions<unknown>, 'location' | 'home' | 'settings'>;

export function createToolSnapshot(options: SnapshotOptions): ToolSnapshot {
  return createStampedFile({ ...options, name: 'offered.json', isSound: areTools });
}

export function createInstructionsSnapshot(options: SnapshotOptions): InstructionsSnapshot {
  const isSound = (value: unknown): value is Told =>
    isJsonObject(value) && typeof value['text'] === 'string' && typeof value['isLazy'] === 'boolean';
  return createStampedFile({ ...options, name: 'instructions.json', isSound });
}

/**
 * True if the tools have the expected shape. In a file that we did not write, one bad entry would make a client refuse
 * the entire list.
 */
function areTools(tools: unknown): tools is readonly ShownTool[] {
  const named = (tool: unknown): boolean => isJsonObject(tool) && typeof tool['name'] === 'string';
  return Array.isArray(tools) && tools.every((one) => isJsonObject(one) && named(one['tool']));
}
