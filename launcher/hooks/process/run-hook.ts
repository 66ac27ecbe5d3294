import type { Fields } from '../../../src/transcripts/fields.ts';
import { isOurHookRunByCursor } from '../../hosts/claude-code/is-run-by-cursor.ts';
import { isInCopilotsFile } from '../../hosts/copilot/is-in-file.ts';
import { ancestors, findHookServers } from '../../hosts/hook-client/find-servers.ts';
import { MIN_HOOK_CHARS } from '../../hosts/hook-client/hook-server.ts';

/** Input of a hook process. */
export interface GivenHook {
  readonly host: string;
  /** Value of MCP_PRUNER_HOME. */
  readonly home: string;
  /** The hook's input as JSON. */
  readonly input: Buffer;
  /** Environment of the hook. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Answers if no server does. Default: the result passes unchanged. */
  readonly alone?: AloneHook | undefined;
}

/** Answers a hook in this process. */
export interface AloneHook {
  /** Returns the host's answer as JSON, or an empty string. */
  answer(input: Fields): Promise<string>;
}

/**
 * Returns the text that a hook must print: the host's answer as JSON, or an empty string to let the result pass. Any
 * error lets it pass. Results below the min size are not sent to a server.
 */
export async function runHook({ host, home, input, env, alone }: GivenHook): Promise<string> {
  try {
    const given = JSON.parse(input.toString('utf8')) as Given;
    const { cwd, ...fields } = given;
    if (isOurHookRunByCursor(host, fields, env)) return '';
    const folder = [cwd, fields.workspace_roots?.[0]].find((one) => typeof one === 'string' && one !== '') as
      | string
      | undefined;
    const longest = isInCopilotsFile(host, fields) ? Number.POSITIVE_INFINITY : longestText(fields);
    for (const server of findHookServers(home, { host, processes: ancestors, folder })) {
      if (longest < server.minChars) return '';
      // Loads `node:net`, which is not needed for short results.
      const { askServer } = await import('../../hosts/hook-client/ask-server.ts');
      // The server may have been killed since it was found; try the next one.
      const asked = await askServer(server, host, input).catch(() => undefined);
      if (asked !== undefined) return asked.answer ?? '';
    }
    if (alone !== undefined && longest >= MIN_HOOK_CHARS) return await alone.answer(given);
  } catch {
    // The input is not JSON, or nobody can answer it.
  }
  return '';
}

/** Fields of the input that are used here. */
interface Given extends Fields {
  readonly cwd?: unknown;
  readonly workspace_roots?: { readonly 0?: unknown } | null;
}

/** Returns the UTF-16 units of the longest text in a value, an upper bound for the result. */
function longestText(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let longest = 0;
  for (const one of Object.values(value)) longest = Math.max(longest, longestText(one));
  return longest;
}
