import { spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { listenForHooks } from '../../launcher/hooks/socket/listen-for-hooks.ts';
import { NODE, ROOT } from '../runtime/started.ts';
import { sessionEvents, sourceText } from './engine-input.ts';
import { callTool, initialize, spawnServer } from './mcp-session.ts';

const CALLS = 300;
/** Calls until the engine is compiled. */
const WARM_UP = 100;
const CHARS = 100_000;

export interface HookFigures {
  /** Milliseconds at the median, and of all but one in a hundred. */
  readonly p50: number;
  readonly p99: number;
}

/** Milliseconds between calls. A model takes seconds; by then, what follows an answer is over. */
const PAUSE_MS = 60;

/**
 * `node test/bench/hook.ts`: how long an agent waits for its hook, through the server that runs, for a Read of 100 KB in a
 * session that goes on: read on, pruned, kept as an artifact, answered. `pauseMs` passes between an answer and the next call.
 */
export async function benchHook(pauseMs: number): Promise<HookFigures> {
  const folder = mkdtempSync(path.join(tmpdir(), 'mcp-pruner-hook-'));
  const env = { PRUNER_URL: 'embedded', MCP_PRUNER_HOME: folder, MCP_PRUNER_HOOKS: 'on' };
  const server = spawnServer([NODE, `${ROOT}dist/index.js`], env);
  const transcript = path.join(folder, 'session.jsonl');
  try {
    await initialize(server);
    let entries = 0;
    const write = (type: string, content: unknown): void => {
      const entry = { type, uuid: String(++entries), sessionId: 's', message: { content } };
      appendFileSync(transcript, `${JSON.stringify(entry)}\n`);
    };
    for (const event of sessionEvents()) {
      if (event.kind === 'asked') write('user', event.text);
      if (event.kind === 'said') write('assistant', [{ type: 'text', text: event.text }]);
      if (event.kind === 'called') {
        write('assistant', [{ type: 'tool_use', id: event.call, name: event.tool, input: event.args }]);
      }
      if (event.kind === 'gave') write('user', [{ type: 'tool_result', tool_use_id: event.call, content: event.text }]);
    }
    const source = sourceText(4000).slice(0, CHARS);
    const times: number[] = [];
    for (let call = 0; call < WARM_UP + CALLS; call++) {
      const id = `read-${call}`;
      write('assistant', [{ type: 'text', text: `I look at part ${call} of how lines are chosen.` }]);
      write('assistant', [{ type: 'tool_use', id, name: 'Read', input: { file_path: `/p/part-${call}.ts` } }]);
      // Each is another text, or its artifact would be there already.
      const content = `// part ${call}\n${source}`;
      const file = { filePath: `/p/part-${call}.ts`, content, numLines: 1, startLine: 1, totalLines: 1 };
      const input = {
        ...{ hook_event_name: 'PostToolUse', tool_name: 'Read', tool_use_id: id, transcript_path: transcript },
        ...{ tool_input: '{}', tool_response: JSON.stringify({ type: 'text', file }), agent_id: '' },
      };
      if (pauseMs > 0) await setTimeout(pauseMs);
      const from = performance.now();
      await callTool(server, 'hook', input);
      times.push(performance.now() - from);
      write('user', [{ type: 'tool_result', tool_use_id: id, content: 'Shown.' }]);
    }
    const sorted = times.slice(WARM_UP).sort((a, b) => a - b);
    const at = (share: number): number => sorted[Math.floor(sorted.length * share)] as number;
    return { p50: at(0.5), p99: at(0.99) };
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs of each, in turn: a machine under load slows all of them. */
const RUNS = 41;

export interface HookProcessFigures {
  /** Milliseconds at the median of a process: Node that does nothing, a hook that passes, and one that is answered. */
  readonly nothing: number;
  readonly passes: number;
  readonly answered: number;
}

/** How long an agent waits for a hook that is a process, for a result of 100 KB; the server answers at once. */
export async function benchHookProcess(): Promise<HookProcessFigures> {
  const folder = mkdtempSync(path.join(tmpdir(), 'mcp-pruner-hook-'));
  const reason = sourceText(200);
  const { close } = await listenForHooks({
    ...{ home: folder, client: 'gemini-cli', root: folder, minChars: 2500, timeoutMs: 150 },
    answer: async () => ({ reason }),
  });
  const long = JSON.stringify({ tool_response: { llmContent: sourceText(4000).slice(0, CHARS) } });
  const hook = [`${ROOT}dist/bin/hook.cjs`, 'gemini', folder];
  const runs: Readonly<Record<keyof HookProcessFigures, readonly [readonly string[], string]>> = {
    nothing: [['-e', '0'], ''],
    passes: [hook, '{"tool_response":{"llmContent":"short"}}'],
    answered: [hook, long],
  };
  try {
    const times = { nothing: [], passes: [], answered: [] } as Record<keyof HookProcessFigures, number[]>;
    for (let run = 0; run < RUNS; run++) {
      for (const [name, [args, input]] of Object.entries(runs)) {
        times[name as keyof HookProcessFigures].push(await timeOf(args, input));
      }
    }
    const median = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[RUNS >> 1] as number;
    return { nothing: median(times.nothing), passes: median(times.passes), answered: median(times.answered) };
  } finally {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function timeOf(args: readonly string[], input: string): Promise<number> {
  const from = performance.now();
  const child = spawn(NODE, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdout.resume();
  // Node that does nothing does not read it.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return new Promise((resolve) => child.once('close', () => resolve(performance.now() - from)));
}

if (import.meta.main) {
  console.log('with pauses', await benchHook(PAUSE_MS));
  console.log('one after the other', await benchHook(0));
  console.log('as a process', await benchHookProcess());
}
