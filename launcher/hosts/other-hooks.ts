import { homedir } from 'node:os';
import { asJsonObject, type JsonObject } from '../../src/base/json/json-object.ts';
import { isOurMcpToolHook } from './mcp-tool-hook.ts';
import type { Places } from './places.ts';
import { readHostFile } from './read-host-file.ts';

/** Somebody else's `PostToolUse` hook, which may replace results. */
export interface OtherHook {
  /** File that defines it. */
  readonly file: string;
  /** Empty if it runs for all tools. */
  readonly matcher: string;
  /** True if it runs for the results of a tool. */
  covers(tool: string): boolean;
}

/** Such hooks of a host that does not chain their answers with ours. */
export interface OtherHooks {
  find(places: Places): Promise<readonly OtherHook[]>;
  /** Tools whose results our hooks shorten. `*` stands for the rest of a name. */
  readonly tools: readonly string[];
  /** Reason why their results stay whole. */
  readonly why: string;
}

/** A settings file; its content is empty if it does not exist or cannot be read. */
export interface ReadRoot {
  readonly file: string;
  readonly root: JsonObject;
}

export async function readRoot(file: string, format: 'json' | 'toml' = 'json'): Promise<ReadRoot> {
  const read = await readHostFile({ path: file, format });
  return { file, root: (read.ok && read.root) || {} };
}

/** Returns the places of the host that started this process. */
export function ownPlaces(): Places {
  return { env: process.env, cwd: process.cwd(), home: homedir(), platform: process.platform };
}

/**
 * Returns the hooks in settings files of the form `{ hooks: { PostToolUse: [{ matcher, hooks }] } }`, except ours. A
 * matcher is a list of names if `isList` matches it, otherwise a pattern.
 */
export function otherHooksIn(settings: readonly ReadRoot[], isList: RegExp): readonly OtherHook[] {
  return settings.flatMap(({ file, root }) =>
    resultHooks(root)
      .filter((raw) => !isOurMcpToolHook(raw) && mayAnswer(raw))
      .map((raw) => toHook(file, asJsonObject(raw)['matcher'], isList)),
  );
}

/** Returns the entries for `PostToolUse` in a settings file. */
export function resultHooks(root: JsonObject): readonly unknown[] {
  const { PostToolUse: entries } = asJsonObject(root['hooks']);
  return Array.isArray(entries) ? entries : [];
}

/** True unless the host waits for none of its handlers. */
function mayAnswer(raw: unknown): boolean {
  const { hooks } = asJsonObject(raw);
  return Array.isArray(hooks) && hooks.some((one) => asJsonObject(one)['async'] !== true);
}

function toHook(file: string, given: unknown, isList: RegExp): OtherHook {
  const matcher = typeof given !== 'string' || given === '*' ? '' : given;
  const names = isList.test(matcher) ? matcher.split(/[|,]/).map((name) => name.trim()) : undefined;
  return { file, matcher, covers: (tool) => matcher === '' || (names?.includes(tool) ?? matches(matcher, tool)) };
}

function matches(pattern: string, tool: string): boolean {
  try {
    return new RegExp(pattern).test(tool);
  } catch {
    return false;
  }
}
