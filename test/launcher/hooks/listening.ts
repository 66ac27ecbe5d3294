import { onTestFinished } from 'vitest';
import {
  type HookListener,
  type ListenOptions,
  listenForHooks,
} from '../../../launcher/hooks/socket/listen-for-hooks.ts';

/** Starts a server that listens for hooks until the test ends. It answers with the request itself. */
export async function listening(home: string, more: Partial<ListenOptions> = {}): Promise<HookListener> {
  const listener = await listenForHooks({
    ...{ home, client: 'codex-mcp-client', root: '/p', minChars: 100, timeoutMs: 5000 },
    answer: async (asked) => ({ asked }),
    ...more,
  });
  onTestFinished(() => listener.close());
  return listener;
}
