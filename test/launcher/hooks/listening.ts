import { onTestFinished } from 'vitest';
import {
  type HookListener,
  type ListenOptions,
  listenForHooks,
} from '../../../launcher/hooks/socket/listen-for-hooks.ts';

/** A server that listens for hooks until the test ends; it answers with what it was asked. */
export async function listening(home: string, more: Partial<ListenOptions> = {}): Promise<HookListener> {
  const listener = await listenForHooks({
    ...{ home, client: 'codex-mcp-client', root: '/p', minChars: 100, timeoutMs: 5000 },
    answer: async (asked) => ({ asked }),
    ...more,
  });
  onTestFinished(() => listener.close());
  return listener;
}
