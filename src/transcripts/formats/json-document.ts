import { type Fields, isFields, textOf } from '../fields.ts';
import { mendJson } from './mend-json.ts';

/** Max UTF-16 units of a document, which must be held in memory as a whole. Longer ones are skipped. */
export const MAX_DOCUMENT: number = 32 * 1024 * 1024;

/** Collects the lines of one JSON document. */
export interface JsonDocument {
  add(line: string): void;
  /** True if it exceeded `MAX_DOCUMENT`; its lines are dropped. */
  readonly isTooLarge: boolean;
  /** Returns the document's content, or its complete part if it was cut off. */
  parse(): { readonly entry: Fields | undefined; readonly isCut: boolean };
}

export function createJsonDocument(): JsonDocument {
  let lines: string[] = [];
  let size = 0;
  return {
    get isTooLarge() {
      return size > MAX_DOCUMENT;
    },
    add(line) {
      size += line.length + 1;
      if (size > MAX_DOCUMENT) lines = [];
      else lines.push(line);
    },
    parse() {
      const text = lines.join('\n');
      lines = [];
      const whole = parsed(text);
      if (whole !== undefined) return { entry: whole, isCut: false };
      const mended = mendJson(text);
      return { entry: mended === undefined ? undefined : parsed(mended), isCut: true };
    },
  };
}

function parsed(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value))
      return isOldTrajectory(value) ? { messages: value, trajectory_format: 'mini-swe-agent-0' } : {};
    return isFields(value) ? value : {};
  } catch {
    return undefined;
  }
}

/**
 * True for the oldest mini-swe-agent trajectories: a bare list of messages that begins with the rules for the agent's
 * commands.
 */
function isOldTrajectory([first]: readonly unknown[]): boolean {
  return isFields(first) && first['role'] === 'system' && textOf(first['content']).includes('```');
}
