import path from 'node:path';
import { isFields } from '../../src/transcripts/fields.ts';
import { isInside } from '../platform/paths/resolve-inside.ts';
import { answerCompaction } from './answer-compaction.ts';
import { answerHook, type HookOptions, positionOf } from './answer-hook.ts';
import { toSessionCall } from './session-call.ts';
import { isUntouchable } from './untouchable.ts';

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
