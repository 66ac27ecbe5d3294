import vm from 'node:vm';

const context = vm.createContext({});
const script = new vm.Script('run()');

/** Outcome of work with a time limit. Errors of the work itself are thrown. */
export type Bounded<T> = { readonly ok: true; readonly value: T } | { readonly ok: false };

/**
 * Runs synchronous work and aborts it after `ms` milliseconds. Schemas and patterns from others may take forever and
 * would block everything else. Costs 0.2 ms.
 */
export function runBounded<T>(ms: number, run: () => T): Bounded<T> {
  context['run'] = run;
  try {
    return { ok: true, value: script.runInContext(context, { timeout: ms }) as T };
  } catch (error) {
    if ((error as { readonly code?: unknown } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return { ok: false };
    throw error;
  } finally {
    context['run'] = undefined;
  }
}
