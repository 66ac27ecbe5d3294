import type { SessionCase } from '../cases/session-case.ts';

/** A case with defaults for all fields that a test does not set. */
export function caseOf(given: Partial<SessionCase>): SessionCase {
  return {
    ...{ session: 's1', format: 'claude-code', result: 1, action: 'read', tool: 'Read', target: 'a.ts' },
    ...{ text: 'a', firstLine: 1, question: 'Where is a?', questionSource: 'words' },
    needs: { edit: [], use: [], fetch: [], cite: [] },
    neededAt: new Map(),
    ...given,
  };
}
