import { DENO, NODE, type Started, started } from '../../runtime/started.ts';

/** Starts the bare app on a runtime. */
export function startBare(runtime: 'Node' | 'Deno' | 'workerd'): Promise<Started> {
  switch (runtime) {
    case 'Node':
      return started(NODE, ['test/bench/worker/bare-node.ts'], {});
    case 'Deno':
      return started(DENO, ['run', '--allow-net', '--allow-env', 'test/bench/worker/bare-deno.ts'], {});
    case 'workerd':
      return started(NODE, ['test/bench/worker/bare-workerd.ts'], {});
  }
}
