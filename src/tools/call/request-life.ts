import type { EventLog } from '../../base/events/event-log.ts';

export type RequestStage =
  | 'req:received'
  | 'req:validating'
  | 'req:executing_tool'
  | 'req:raw_output_ready'
  | 'req:prune_check'
  | 'req:calling_pruner'
  | 'req:pruner_error_fallback'
  | 'req:respond_raw'
  | 'req:respond_pruned'
  | 'req:invalid_request'
  | 'req:tool_error'
  | 'req:responded'
  | 'req:internal_error';

/** Allowed transitions of each state. Every state but the final ones may also go to `req:internal_error`. */
const NEXT: Readonly<Record<RequestStage, readonly RequestStage[]>> = {
  'req:received': ['req:validating', 'req:invalid_request'],
  'req:validating': ['req:invalid_request', 'req:executing_tool'],
  'req:executing_tool': ['req:tool_error', 'req:raw_output_ready'],
  'req:raw_output_ready': ['req:prune_check'],
  'req:prune_check': ['req:respond_raw', 'req:calling_pruner'],
  'req:calling_pruner': ['req:respond_pruned', 'req:pruner_error_fallback'],
  'req:pruner_error_fallback': ['req:respond_raw'],
  'req:respond_raw': ['req:responded'],
  'req:respond_pruned': ['req:responded'],
  'req:invalid_request': [],
  'req:tool_error': [],
  'req:responded': [],
  'req:internal_error': [],
};

/** State machine of one request. */
export interface RequestLife {
  readonly state: RequestStage;
  /** Enters a state. Throws if the table has no such transition, which is an internal error. */
  enter(state: RequestStage): void;
}

export function startRequestLife(log: EventLog): RequestLife {
  let state: RequestStage = 'req:received';
  return {
    get state() {
      return state;
    },
    enter(next) {
      const allowed = NEXT[state];
      const open = next === 'req:internal_error' && allowed.length > 0;
      if (!open && !allowed.includes(next)) throw new Error(`cannot go from ${state} to ${next}`);
      log('debug', 'req.state', { from: state, to: next });
      state = next;
    },
  };
}
