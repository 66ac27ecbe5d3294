import { asJsonObject } from '../../../../src/base/json/json-object.ts';
import { type Fields, parseLine } from '../../../../src/transcripts/fields.ts';
import type { ModHost } from './mod-host.ts';
import { sessionRecord } from './originals.ts';

/** Attachments without words, or with words that Claude Code says again when they are needed (2.1.332). */
const SAID_AGAIN: ReadonlySet<unknown> = new Set([
  ...['prompt_snapshot', 'deferred_tools_delta', 'deferred_tools_record', 'agent_listing_delta', 'skill_listing'],
  ...['environment', 'model', 'date', 'session_context', 'remote_session_change', 'silent_turn_reminder'],
  ...['hook_success', 'todo_reminder', 'task_reminder'],
]);
/** Beginning of a message about a command of the user. */
const CAVEAT = '<local-command-caveat>';
/** Owners of hidden words that are neither a prompt nor a result. */
const OTHER = Symbol('other');

/** Finds what hangs on results, and is in no message that a compaction is given. */
export interface HiddenWords {
  /** True if the result of a call may be built again, because nothing hangs on it. */
  canRebuild(call: string): boolean;
}

/**
 * Reads the host's record of the session for words that would go with a result that is built again: a prompt that was
 * typed meanwhile, the instructions of a folder, what a hook adds. Undefined if such words hang on an answer.
 */
export async function hiddenWords(host: ModHost): Promise<HiddenWords | undefined> {
  const session = await sessionRecord(host);
  if (session === undefined) return undefined;
  let owners = new Map<unknown, string | typeof OTHER | undefined>();
  let results = new Set<string>();
  let bound = new Set<string | typeof OTHER>();
  for (const line of (await host.readFile(`${session}.jsonl`)).split('\n')) {
    const one = parseLine(line) ?? {};
    if (one['subtype'] === 'compact_boundary') [owners, results, bound] = [new Map(), new Set(), new Set()];
    if (one['uuid'] === undefined) continue;
    const call = callOf(one);
    const owner = isHidden(one)
      ? owners.get(one['parentUuid'])
      : (call ?? (one['type'] === 'user' ? undefined : OTHER));
    owners.set(one['uuid'], owner);
    if (call !== undefined) results.add(call);
    if (owner !== undefined && hasWords(one)) bound.add(owner);
  }
  return bound.has(OTHER) ? undefined : { canRebuild: (call) => results.has(call) && !bound.has(call) };
}

/** True for a record that is in no message. */
const isHidden = (one: Fields): boolean =>
  one['type'] === 'attachment' || one['type'] === 'system' || (one['type'] === 'user' && one['isMeta'] === true);

function hasWords(one: Fields): boolean {
  if (one['type'] === 'attachment') return !SAID_AGAIN.has(asJsonObject(one['attachment'])['type']);
  const { content } = asJsonObject(one['message']);
  return isHidden(one) && one['type'] === 'user' && !(typeof content === 'string' && content.startsWith(CAVEAT));
}

/** Returns the id of the call whose result a record has. */
function callOf(one: Fields): string | undefined {
  const { content } = asJsonObject(one['message']);
  const ids = (Array.isArray(content) ? content : []).map((block) => asJsonObject(block)['tool_use_id']);
  return ids.find((id) => typeof id === 'string');
}
