import { expect, test } from 'vitest';
import type { Trigger } from '../../../../launcher/runner/life/run-machine.ts';
import { TRANSITIONS, transition } from '../../../../launcher/runner/life/run-machine.ts';

const mcpServers = { pruner: { command: 'node' } };

/** All valid transitions. */
const WRITTEN = {
  'run:init': {
    config_disabled: 'run:mcp_pruner_disabled',
    config_invalid: 'run:mcp_pruner_disabled',
    config_resolved: 'run:mcp_pruner_starting',
  },
  'run:mcp_pruner_starting': { initialized: 'run:mcp_pruner_running', start_failed: 'run:mcp_pruner_disabled' },
  'run:mcp_pruner_running': { server_failed: 'run:mcp_pruner_degraded', phase_ended: 'run:shutdown' },
  'run:mcp_pruner_disabled': { phase_ended: 'run:shutdown' },
  'run:mcp_pruner_degraded': { phase_ended: 'run:shutdown' },
  'run:shutdown': {},
};

const ALL: { readonly [K in Trigger['kind']]: Extract<Trigger, { kind: K }> } = {
  config_disabled: { kind: 'config_disabled' },
  config_invalid: { kind: 'config_invalid', message: 'why' },
  config_resolved: { kind: 'config_resolved', mcpServers },
  initialized: { kind: 'initialized', root: '/work' },
  start_failed: { kind: 'start_failed', during: 'spawn', message: 'ENOENT' },
  server_failed: { kind: 'server_failed', reason: 'exited', exitCode: 1 },
  phase_ended: { kind: 'phase_ended' },
};

/** Allows any arguments, as for a caller without type checks. */
const leaveAnyhow = transition as unknown as (state: string, trigger: Trigger) => { state: string };

test('the steps are those of the contract; all others are refused', () => {
  const taken = Object.keys(TRANSITIONS).map((state) => {
    const rows = Object.values(ALL).flatMap((trigger) => {
      const allowed: object = WRITTEN[state as keyof typeof WRITTEN];
      if (Object.hasOwn(allowed, trigger.kind)) return [[trigger.kind, leaveAnyhow(state, trigger).state]];
      expect(() => leaveAnyhow(state, trigger)).toThrow(`cannot leave "${state}" by "${trigger.kind}": `);
      return [];
    });
    return [state, Object.fromEntries(rows)];
  });
  expect(Object.fromEntries(taken)).toEqual(WRITTEN);
});

test('a step that there is not does not compile', () => {
  // @ts-expect-error: the last state
  expect(() => transition('run:shutdown', { kind: 'phase_ended' })).toThrow('it is a final state');
  // @ts-expect-error: no way back
  expect(() => transition('run:mcp_pruner_degraded', ALL.initialized)).toThrow('expected phase_ended');
  // @ts-expect-error: nothing ends before it began
  expect(() => transition('run:init', ALL.phase_ended)).toThrow('cannot leave "run:init"');
  // @ts-expect-error: the fault is required
  transition('run:mcp_pruner_starting', { kind: 'start_failed' });
  // @ts-expect-error: an inherited property of objects is not a transition
  expect(() => transition('run:init', { kind: 'toString' })).toThrow('cannot leave');
  const next: 'run:mcp_pruner_starting' = transition('run:init', ALL.config_resolved).state;
  expect(next).toBe('run:mcp_pruner_starting');
});

const log = (level: string, event: string, data?: object) => ({ kind: 'log', level, event, ...(data && { data }) });

test('each step asks for what the contract says', () => {
  expect(transition('run:init', ALL.config_disabled).effects).toEqual([
    log('info', 'mcp_pruner.disabled', { reason: 'config_disabled' }),
  ]);
  expect(transition('run:init', ALL.config_invalid).effects).toEqual([
    log('error', 'mcp_pruner.config_invalid', { message: 'why' }),
    log('info', 'mcp_pruner.disabled', { reason: 'config_invalid' }),
  ]);
  expect(transition('run:init', ALL.config_resolved).effects).toEqual([{ kind: 'pass_mcp_servers', mcpServers }]);
  expect(transition('run:mcp_pruner_starting', ALL.initialized).effects).toEqual([
    log('info', 'mcp_pruner.ready', { root: '/work' }),
  ]);
  expect(transition('run:mcp_pruner_starting', ALL.start_failed).effects).toEqual([
    log('error', 'mcp_pruner.spawn_error', { during: 'spawn', message: 'ENOENT' }),
    log('error', 'mcp_pruner.start_failed', { message: 'ENOENT' }),
    log('info', 'mcp_pruner.disabled', { reason: 'start_failed' }),
  ]);
  expect(transition('run:mcp_pruner_running', ALL.server_failed).effects).toEqual([
    log('warn', 'mcp_pruner.degraded', { reason: 'exited', exit_code: 1 }),
  ]);
  expect(transition('run:mcp_pruner_running', ALL.phase_ended).effects).toEqual([]);
  expect(transition('run:mcp_pruner_disabled', ALL.phase_ended).effects).toEqual([
    log('info', 'mcp_pruner.not_running'),
  ]);
  expect(transition('run:mcp_pruner_degraded', ALL.phase_ended).effects).toEqual([
    { kind: 'terminate_leftovers' },
    log('info', 'mcp_pruner.shutdown_after_degraded'),
  ]);
});
