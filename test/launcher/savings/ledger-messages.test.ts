import { expect, test } from 'vitest';
import { fromLine, type ToLedger, toLine } from '../../../launcher/savings/ledger-messages.ts';

test('a text that was shown whole goes over once, and comes back as it was', () => {
  const call = { kind: 'call', at: 1, tool: 'read', asked: false, shortened: false, shadow: false } as const;
  const message: ToLedger = {
    place: { home: '/h', project: '/p', now: 1 },
    records: [
      { ...call, raw: 'whole\n', shown: 'whole\n', repeated: false },
      { ...call, raw: '', shown: '', repeated: true },
      { ...call, raw: 'long\n', shown: '', repeated: false },
      { kind: 'fetch', at: 1, tool: 'artifact', shown: 'back' },
    ],
  };
  const line = toLine(message);
  expect(line.split('whole')).toHaveLength(2);
  expect(line.indexOf('\n')).toBe(line.length - 1);
  expect(fromLine(line)).toEqual(message);
});
