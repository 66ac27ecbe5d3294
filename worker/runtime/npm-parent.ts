/** Runs `ps` with arguments; resolves to its output, or undefined if that is not possible. */
export type Ps = (...args: readonly string[]) => Promise<string | undefined>;

export interface NpmParentOptions {
  readonly ps: Ps;
  /** Id of this process. */
  readonly pid: number;
  /** Waits between two checks. */
  readonly pause: () => Promise<void>;
}

/**
 * Resolves once the `npx` or `npm` that started this process is gone; never if there is none. npm passes a signal only
 * to the shell that it started. The shell ends without passing it on, so the worker would run forever.
 */
export async function npmParentGone({ ps, pid, pause }: NpmParentOptions): Promise<void> {
  const npm = npmAbove(pid, (await ps('-eo', 'pid=,ppid=,args=')) ?? '');
  if (npm === undefined) return new Promise(() => {});
  for (;;) {
    await pause();
    const found = await ps('-o', 'pid=', '-p', String(npm));
    if (found !== undefined && found.trim() === '') return undefined;
  }
}

const ROW = /^\s*(\d+)\s+(\d+)\s+(.*)$/;
const NPM = /^(npm|npx)\b|[/\\](npm|npx)(-cli)?(\.js)?(\s|$)/;

/** Finds the nearest npm among a process's ancestors in the output of `ps`. */
export function npmAbove(pid: number, listed: string): number | undefined {
  const rows = new Map<number, { readonly parent: number; readonly args: string }>();
  for (const line of listed.split('\n')) {
    const [, id, parent, args = ''] = ROW.exec(line) ?? [];
    if (id !== undefined) rows.set(Number(id), { parent: Number(parent), args });
  }
  const seen = new Set<number>();
  for (let at = rows.get(pid)?.parent; at !== undefined && !seen.has(at); at = rows.get(at)?.parent) {
    if (NPM.test(rows.get(at)?.args ?? '')) return at;
    seen.add(at);
  }
  return undefined;
}
