import { homedir } from 'node:os';
import { asJsonObject, type JsonObject } from '../../src/base/json/json-object.ts';
import type { HookCall } from './host-hooks.ts';
import { isOurMcpToolHook } from './mcp-tool-hook.ts';
import type { Places } from './places.ts';
import { readHostFile } from './read-host-file.ts';

/** Somebody else's `PostToolUse` hook, which may replace results. */
export interface OtherHook {
  /** File that defines it. */
  readonly file: string;
  /** True if it runs for the results of a tool. */
  covers(tool: string): boolean;
}

/** Finds such hooks in the settings of a host that does not chain their answers with ours. */
export type FindOtherHooks = (places: Places) => Promise<readonly OtherHook[]>;

/** A settings file; its content is empty if it does not exist or cannot be read. */
export interface ReadRoot {
  readonly file: string;
  readonly root: JsonObject;
}

export async function readRoot(file: string, format: 'json' | 'toml' = 'json'): Promise<ReadRoot> {
  const read = await readHostFile({ path: file, format });
  return { file, root: (read.ok && read.root) || {} };
}

/** Marks a call whose result a hook of others may replace. */
export async function markOthers(
  call: HookCall | undefined,
  find: FindOtherHooks,
  placesOf: () => Places,
): Promise<HookCall | undefined> {
  // Settings are read each time, because a hook that was added during the session counts, too.
  return call && { ...call, hasOtherHook: (await find(placesOf())).some(({ covers }) => covers(call.tool)) };
}

/** Returns the places of the host that started this process. */
export function ownPlaces(): Places {
  return { env: process.env, cwd: process.cwd(), home: homedir(), platform: process.platform };
}

/** Returns the hooks in settings files of the form `{ hooks: { PostToolUse: [{ matcher, hooks }] } }`, except ours. */
export function otherHooksIn(settings: readonly ReadRoot[]): readonly OtherHook[] {
  return settings.flatMap(({ file, root }) => {
    const { PostToolUse: entries } = asJsonObject(root['hooks']);
    if (!Array.isArray(entries)) return [];
    return entries.filter((raw) => !isOurMcpToolHook(raw) && mayAnswer(raw)).map((raw) => toHook(file, raw));
  });
}

/** True unless the host waits for none of its handlers. */
function mayAnswer(raw: unknown): boolean {
  const { hooks } = asJsonObject(raw);
  return Array.isArray(hooks) && hooks.some((one) => asJsonObject(one)['async'] !== true);
}

function toHook(file: string, raw: unknown): OtherHook {
  const { matcher } = asJsonObject(raw);
  const all = typeof matcher !== 'string' || matcher === '' || matcher === '*';
  const names = all ? [] : matcher.split('|').map((name) => name.trim());
  return { file, covers: (tool) => all || names.includes(tool) || matches(matcher, tool) };
}

function matches(pattern: string, tool: string): boolean {
  // A name is no pattern: `Read` does not cover `ReadMcpResource`.
  if (/^[\w| -]+$/.test(pattern)) return false;
  try {
    return new RegExp(pattern).test(tool);
  } catch {
    return false;
  }
}
