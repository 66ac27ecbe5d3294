import { existsSync } from 'node:fs';
import path from 'node:path';
import type { EventLog } from '../../src/base/events/event-log.ts';
import { originalPlace } from '../../src/text/hook-notice.ts';
import { isFields } from '../../src/transcripts/fields.ts';
import { isUntouchable } from '../../src/unasked/untouchable.ts';
import { isInside } from '../platform/paths/resolve-inside.ts';
import type { HookMode } from '../platform/settings/variables.ts';
import { answerHook, type HookOptions, positionOf } from './answer-hook.ts';
import { toSessionCall } from './session-call.ts';
import type { Transcript } from './transcript/transcript.ts';

interface CompactionOptions {
  readonly mode: HookMode;
  readonly transcriptOf: (file: string) => Transcript;
  readonly log: EventLog;
}

/**
 * After a compaction, tells the model which results were shortened, and where the full text of each is. Undefined if
 * there are none, or if the session cannot be read.
 */
export async function answerCompaction(file: string, options: CompactionOptions): Promise<string | undefined> {
  if (options.mode !== 'on') return undefined;
  try {
    const known = await options.transcriptOf(file).catchUp();
    // Any output may end with a line that looks like our notice. Its words must not get into our answer unless they
    // name an artifact or an existing file.
    const found = known.shortened().filter(({ ref }) => ref.startsWith('ax:') || existsSync(ref));
    if (found.length === 0) return undefined;
    const lines = found.map(({ name, ref }) => `- ${name}: ${originalPlace(ref)}`);
    return ['mcp-pruner left out parts of these results. The whole texts:', ...lines].join('\n');
  } catch (error) {
    options.log('warn', 'hook.failed', { event: 'compaction', message: String(error) });
    return undefined;
  }
}

/** Answers a host's hook event in the host's own format; undefined if nothing changes. */
export async function answerHost(host: string, input: unknown, given: HookOptions): Promise<object | undefined> {
  if (!isFields(input)) return undefined;
  const hooks = await given.hosts.of(host);
  if (hooks === undefined) return undefined;
  const options = inProject(given);
  const call = await hooks.toCall(input);
  if (call !== undefined) {
    const { keepIn } = call;
    const isOurs = (file: string): boolean => keepIn !== undefined && isInside(keepIn, path.resolve(file));
    const isIgnored = (file: string): boolean => options.isIgnored(file) || isOurs(file);
    const isWhole = call.mayNameFile?.some((text) => isUntouchable(text) || isIgnored(text)) === true;
    if (isWhole) return undefined;
    return await answerHook(toSessionCall(call, host, hooks, options.reported), { ...options, isIgnored });
  }
  const displayed = hooks.toDisplayed?.(input);
  if (displayed !== undefined) {
    if (options.mode === 'off') return undefined;
    options.displayed.add(displayed);
    await noteRequest(displayed.transcript, options);
    return undefined;
  }
  const told = hooks.toToldFolder?.(input);
  if (told !== undefined) options.folders?.add(told);
  const compaction = hooks.toCompaction?.(input);
  const text = compaction && (await answerCompaction(compaction.transcript, options));
  return text === undefined ? undefined : compaction?.toAnswer(text);
}

/**
 * Adds the files that the project wants to be left whole. They are read each time, so that a change takes effect at
 * once.
 */
function inProject(options: HookOptions): HookOptions {
  const project = options.project?.();
  if (project === undefined) return options;
  return {
    ...options,
    mode: project.isOff ? 'off' : options.mode,
    isIgnored: (file) => options.isIgnored(file) || project.isIgnored(file),
  };
}

/** Records that a message's request was sent. Reading the transcript now also saves time at the next call. */
async function noteRequest(transcript: string, { transcriptOf, ledger }: HookOptions): Promise<void> {
  const session = await transcriptOf(transcript)
    .catchUp()
    .catch(() => undefined);
  const place = session && positionOf(transcript, undefined, session);
  if (place !== undefined) ledger?.record({ kind: 'request', session: place });
}
