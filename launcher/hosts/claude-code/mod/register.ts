import type { On } from './claude-code.ts';
import { COMMAND, PANE, runCommand } from './commands.ts';
import { Mod, type ToolCallInput } from './mod.ts';
import { createPaneState, drawPane } from './pane.ts';

/**
 * Registers the mod's hooks. Claude Code reads this function's source: its engine must be called `$`, and each of its
 * methods be called by its full name. A fault of ours must never change what happens without us, so each is caught.
 */
export function register(on: On): void {
  let mod: Mod | undefined;

  on('session.start', async ($, e, next) => {
    const started = await next(e);
    try {
      // A method that is missing throws at once; `async` makes that a rejection, as from one that fails.
      const begun = new Mod({
        messages: async () => await $.session.messages(),
        sessionId: async () => await $.session.id(),
        root: async () => await $.session.root(),
        cwd: async () => await $.session.cwd(),
        home: async () => (await $.env.get('CLAUDE_CONFIG_DIR')) ?? `${await $.env.get('HOME')}/.claude`,
        variables: async () => {
          const [HOOKS, HOOK_IGNORE, HOOK_CUTS] = await Promise.all([
            $.env.get('MCP_PRUNER_HOOKS'),
            $.env.get('MCP_PRUNER_HOOK_IGNORE'),
            $.env.get('MCP_PRUNER_HOOK_CUTS'),
          ]);
          return { HOOKS, HOOK_IGNORE, HOOK_CUTS };
        },
        readFile: async (path) => await $.fs.read(path),
        writeFile: (path, text) =>
          runOr(
            async () => await $.process.run(privateWrite(path), { stdin: text }),
            async () => await $.fs.write(path, text),
          ),
        exists: async (path) => await $.fs.exists(path),
        realPath: async (path) => (await $.fs.stat(path, { resolve: true })).realPath ?? path,
        mayRead: async (path) =>
          (await $.tool.check({ tool: 'Read', input: { file_path: path } })).decision === 'allow',
        load: async (key) => await $.store.get(key),
        save: async (key, value) => await $.store.set(key, value),
        drop: async (key) => await $.store.delete(key),
        keys: async () => await $.store.keys(),
        now: async () => await $.clock.now(),
        after: (ms, run) => {
          const cancel = new AbortController();
          const sleep = async () => await $.clock.sleep(ms, { signal: cancel.signal });
          // Without a clock, Claude Code's own limit is left.
          sleep().then(run, () => {});
          return () => cancel.abort();
        },
        status: (text) => void noFault(() => $.ui.status(text)),
        redraw: () => void noFault(() => $.ui.invalidate('ui.render')),
      });
      await begun.begin(async () => await $.command.register(COMMAND));
      mod = begun;
    } catch {
      // Without what is missing, results pass as they come.
    }
    return started;
  });

  registerCalls(on, () => mod);
  registerPane(on, () => mod);
}

/** Registers what follows the model's answers and shortens results. */
function registerCalls(on: On, started: () => Mod | undefined): void {
  on('turn.step', async function* (_, e, next) {
    const mod = started();
    if (e.index === 0) await mod?.begin().catch(() => {});
    const answer = noFault(() => mod?.step(e));
    for await (const chunk of next(e)) {
      noFault(() => answer?.read(chunk));
      yield chunk;
    }
    noFault(() => answer?.end());
  });

  on('tool.call', async (_, e, next) => {
    const mod = started();
    const call = noFault(() => mod?.called(e as ToolCallInput));
    const given = await next(e);
    return (call && (await mod?.answer(call, given).catch(() => undefined))) ?? given;
  });

  on('session.compact', async (_, e, next) => {
    const compacted = await next(e);
    await started()
      ?.compacted(e)
      .catch(() => {});
    return compacted;
  });
}

/** Registers what the user sees. */
function registerPane(on: On, started: () => Mod | undefined): void {
  const pane = createPaneState();

  on('session.measure', async (_, e, next) => {
    noFault(() => started()?.ledger.measure(e.context?.tokens, e.cost?.usd));
    return await next(e);
  });

  on('command.run', { command: 'pruner' }, async ($, e, next) => {
    const mod = started();
    return mod === undefined ? await next(e) : await runCommand(e.args ?? '', mod, () => $.ui.open(PANE));
  });

  on('ui.render', { component: 'Pane' }, async ($, e, next) => {
    const mod = started();
    if (mod === undefined || e.requestId !== PANE.id) return await next(e);
    return drawPane(await $.ui.resolve(e), mod, pane);
  });
}

/** Writes standard input to a file that only this user can read, aside first, so that the file is never half there. */
const WRITE = 'umask 077 && mkdir -p "$(dirname "$1")" && cat > "$1.$$" && mv "$1.$$" "$1"';

const privateWrite = (path: string): readonly string[] => ['sh', '-c', WRITE, 'sh', path];

/** Runs a command, or does something else if it fails. Only the CLI runs commands, and Windows has no `sh`. */
async function runOr(command: () => Promise<{ readonly exitCode: number }>, other: () => Promise<void>): Promise<void> {
  const ran = await command().catch(() => undefined);
  if (ran?.exitCode !== 0) await other();
}

/** Returns the result, or undefined after a fault. */
function noFault<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
