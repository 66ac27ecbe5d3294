import { type Fields, isFields } from '../../../src/transcripts/fields.ts';
import { createOpencodeReader } from '../../../src/transcripts/formats/opencode.ts';
import type { Arguments } from '../../../src/transcripts/session-event.ts';
import type { HookCall, HostHooks, ReportReader } from '../host-hooks.ts';
import { toOpencodeResult } from './hook-results.ts';
import { partKey } from './part-key.ts';

export const createHooks = (): HostHooks => ({ toCall: toOpencodeCall, createReportReader });

/** Parses a call sent by our plugin, see `plugin.ts`. Undefined for anything else. */
function toOpencodeCall(input: Fields): HookCall | undefined {
  const { session: id, call, tool, args, output, metadata, messages } = input;
  if (typeof id !== 'string' || typeof call !== 'string' || typeof tool !== 'string') return undefined;
  return {
    ...{ id: call, tool, args: isFields(args) ? (args as Arguments) : {} },
    transcript: { id, messages: Array.isArray(messages) ? messages : [] },
    result: typeof output === 'string' ? toOpencodeResult(tool, output, isFields(metadata) ? metadata : {}) : undefined,
    toAnswer: (result) => (typeof result === 'string' ? { output: result } : result),
  };
}

/** Reads messages whose parts are new or complete since the last time. Repeated parts are ignored. */
function createReportReader(): ReportReader {
  const reader = createOpencodeReader();
  const called = new Set<string>();
  const reported = new Set<string>();
  const isNew = (part: unknown): boolean => {
    const key = isFields(part) ? partKey(part) : undefined;
    if (key === undefined || reported.has(key)) return false;
    reported.add(key);
    return true;
  };
  return {
    read: (messages) =>
      messages
        .filter(isFields)
        .map((one) => ({ ...one, parts: Array.isArray(one['parts']) ? one['parts'].filter(isNew) : [] }))
        .flatMap((message) => [...reader.read(message)])
        // A call is reported while it runs, and again with its result.
        .filter((event) => event.kind !== 'called' || (!called.has(event.call) && called.add(event.call))),
  };
}
