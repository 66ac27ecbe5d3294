import type { SessionContext } from '../../../../src/session-memory/session-context.ts';
import type { SessionMemory } from '../../../../src/session-memory/session-memory.ts';
import type { Arguments } from '../../../../src/transcripts/session-event.ts';

/** An agent's calls to this server and their results, kept only in memory. */
export type LazySessionMemory = ReturnType<typeof createLazySessionMemory>;

/** Creates one session's memory, which is loaded on first use. */
export function createLazySessionMemory() {
  let loading: Promise<SessionMemory> | undefined;
  const memory = (): Promise<SessionMemory> => {
    loading ??= import('../../../../src/session-memory/session-memory.ts').then(({ createSessionMemory }) =>
      createSessionMemory(),
    );
    return loading;
  };
  return {
    /** Remembers a call. Call it before the call is answered. */
    async called(call: string, tool: string, args: Arguments, question: string | undefined): Promise<void> {
      const { push } = await memory();
      if (question !== undefined) push({ kind: 'said', text: question });
      push({ kind: 'called', call, tool, args });
    },
    /** Remembers the text that the model was shown. */
    async gave(call: string, shown: string): Promise<void> {
      (await memory()).push({ kind: 'gave', call, text: shown, isFailed: false });
    },
    /** Returns the context known so far. */
    context: async (): Promise<SessionContext> => (await memory()).context(),
  };
}
