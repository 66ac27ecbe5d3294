/** Runs `ps` with arguments; resolves to what it wrote, or undefined where that cannot be. */
export type Ps = (...args: readonly string[]) => Promise<string | undefined>;

export interface NpmParentOptions {
  readonly ps: Ps;
  /** This process. */
  readonly pid: number;
  /** Waits between two looks. */
  readonly pause: () => Promise<void>;
}

/**
 * Resolves once the `npx` or `npm` that this process was started by is gone; never where there is none. npm passes a
 * signal on to the shell it started, which ends and passes it to nobody, so that the worker would run on for ever.
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

/** The nearest npm among the ancestors of a process, by what `ps` listed. */
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
