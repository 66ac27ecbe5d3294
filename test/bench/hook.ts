import { spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { listenForHooks } from '../../launcher/hooks/socket/listen-for-hooks.ts';
import { copilotSession } from '../launcher/hosts/copilot/copilot-session.ts';
import { built } from '../runtime/built.ts';
import { NODE } from '../runtime/started.ts';
import { runBench } from './bench-command.ts';
import { sessionEvents, sourceText } from './engine-input.ts';
import type { Figure } from './figure.ts';
import { callTool, initialize, spawnServer } from './mcp-session.ts';
import { median, type Spread, shown, sideBySide, spreadOf } from './side-by-side.ts';

const CALLS = 150;
/** Calls before the measurement, until the JavaScript engine has compiled the code. */
const WARM_UP = 40;
const CHARS = 100_000;

/** Milliseconds between calls. A model takes seconds between calls, so work after an answer is done by then. */
const PAUSE_MS = 60;

/**
 * Returns the milliseconds that an agent waits for its hook through the running server, for each Read of 100 KB in one
 * long session. The time includes reading the transcript, pruning, storing the artifact and answering. `pauseMs` is the
 * time between an answer and the next call.
 */
async function waitsForServer(pauseMs: number): Promise<readonly number[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'mcp-pruner-hook-'));
  const env = { PRUNER_URL: 'embedded', MCP_PRUNER_HOME: folder, MCP_PRUNER_HOOKS: 'on', MCP_PRUNER_HOOK_CUTS: 'more' };
  const server = spawnServer([NODE, built('bin')], env);
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
      // Each call needs a different text, because the artifact of an identical text would exist already.
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
    return times.slice(WARM_UP);
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs of each variant, in turns, so that load on the machine slows all variants alike. */
const RUNS = 41;

/**
 * Node with an empty program, a hook that passes the result unchanged, a hook that the server answers, and a hook that
 * answers without a server.
 */
type HookProcess = 'nothing' | 'passes' | 'answered' | 'alone';

/** Measures how long an agent waits for a hook process, for a result of 100 KB, with a server that answers at once. */
async function waitsForProcess(): Promise<Readonly<Record<HookProcess, Spread>>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'mcp-pruner-hook-'));
  const reason = sourceText(200);
  const { close } = await listenForHooks({
    ...{ home: folder, client: 'gemini-cli', root: folder, minChars: 2500, timeoutMs: 150 },
    answer: async () => ({ reason }),
  });
  const long = JSON.stringify({ tool_response: { llmContent: sourceText(4000).slice(0, CHARS) } });
  const hook = [path.join(path.dirname(built('bin')), 'bin/hook.cjs'), 'gemini', folder];
  const session = copilotSession(path.join(folder, '.copilot/session-state'));
  session.asked('How are lines chosen?');
  const args = { command: 'cat a.ts' };
  session.called('I look at how lines are chosen.', 'call-1', 'bash', args);
  const result = `${sourceText(4000).slice(0, CHARS)}\n<shellId: 1 completed with exit code 0>`;
  const printed = {
    ...{ sessionId: session.id, timestamp: 1, toolName: 'bash', toolArgs: args },
    toolResult: { resultType: 'success', textResultForLlm: result },
  };
  const runs: Readonly<Record<HookProcess, readonly [readonly string[], string]>> = {
    nothing: [['-e', '0'], ''],
    passes: [hook, '{"tool_response":{"llmContent":"short"}}'],
    answered: [hook, long],
    alone: [[built('bin'), 'hook', 'copilot', '--alone'], JSON.stringify(printed)],
  };
  try {
    const timed =
      ([args, input]: readonly [readonly string[], string]) =>
      () =>
        timeOf(args, input, folder);
    return await sideBySide(
      {
        ...{ nothing: timed(runs.nothing), passes: timed(runs.passes) },
        ...{ answered: timed(runs.answered), alone: timed(runs.alone) },
      },
      RUNS,
    );
  } finally {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function timeOf(args: readonly string[], input: string, home: string): Promise<number> {
  const env = { ...process.env, HOME: home, TMPDIR: home, MCP_PRUNER_HOOKS: 'on', MCP_PRUNER_HOOK_CUTS: 'more' };
  const from = performance.now();
  const child = spawn(NODE, args, { env, stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdout.resume();
  // Node with an empty program does not read its input.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return new Promise((resolve) => child.once('close', () => resolve(performance.now() - from)));
}

/** Measures how long an agent waits for its hook: through the running server, and as a separate process. */
export async function* benchHook(): AsyncGenerator<Figure> {
  for (const [pauseMs, when] of [
    [PAUSE_MS, `${PAUSE_MS} ms between calls`],
    [0, 'one call after the other'],
  ] as const) {
    const times = (await waitsForServer(pauseMs)).toSorted((a, b) => a - b);
    const name = `hook, a Read of 100 KB, ${when}`;
    yield { name, measured: median(times), unit: 'ms', note: shown(spreadOf(times)) };
    yield { name: 'the same, of 99 in 100 at most', measured: times[Math.floor(times.length * 0.99)] ?? 0, unit: 'ms' };
  }
  const { nothing, passes, answered, alone } = await waitsForProcess();
  const note = (time: Spread): string => `${shown(time)}, node that does nothing ${shown(nothing)}`;
  yield {
    name: 'hook as a process that passes, of `node -e 0`',
    measured: passes.median / nothing.median,
    unit: 'times',
    note: note(passes),
  };
  yield {
    name: 'hook as a process, 100 KB answered, of `node -e 0`',
    measured: answered.median / nothing.median,
    unit: 'times',
    note: note(answered),
  };
  yield {
    name: 'hook without a server, 100 KB answered, of `node -e 0`',
    measured: alone.median / nothing.median,
    unit: 'times',
    note: note(alone),
  };
}

/** `node test/bench/hook.ts`: runs only this section, and builds what it needs. */
if (import.meta.main) {
  const hook = { about: 'how long an agent waits for its hook', measure: benchHook };
  process.exitCode = await runBench(
    { name: 'node test/bench/hook.ts', sections: () => ({ hook }) },
    process.argv.slice(2),
  );
}
