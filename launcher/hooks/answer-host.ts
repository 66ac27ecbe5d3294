import { isFields } from '../../src/transcripts/fields.ts';
import { isUntouchable } from '../../src/unasked/untouchable.ts';
import { answerHook, type HookOptions } from './answer-hook.ts';
import { toSessionCall } from './session-call.ts';

/** Answers a host's hook event in the host's own format; undefined if nothing changes. */
export async function answerHost(host: string, input: unknown, given: HookOptions): Promise<object | undefined> {
  if (!isFields(input)) return undefined;
  const hooks = await given.hosts.of(host);
  if (hooks === undefined) return undefined;
  const options = inProject(given);
  const call = await hooks.toCall(input);
  if (call !== undefined) {
    const isWhole = call.mayNameFile?.some((text) => isUntouchable(text) || options.isIgnored(text)) === true;
    if (isWhole) return undefined;
    return await answerHook(toSessionCall(call, host, hooks, options.reported), options);
  }
  const told = hooks.toToldFolder?.(input);
  if (told !== undefined) options.folders?.add(told);
  return undefined;
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
