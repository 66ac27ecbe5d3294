import { expect, test } from 'vitest';
import { toEventFault } from '../../../launcher/gateway/event-fault.ts';

test.each([
  [
    'cannot connect: its process exited with code 3, stderr: bad key hunter2',
    'cannot connect: its process exited with code 3',
  ],
  [
    'cannot connect: it answered "initialize" with error -32000: bad\nkey hunter2',
    'cannot connect: it answered "initialize" with error -32000',
  ],
  ['cannot use: HTTP 500, it said: bad key, stderr: hunter2', 'cannot use: HTTP 500'],
  ['cannot connect: timeout', 'cannot connect: timeout'],
])('an event holds nothing that a server said: %j', (message, told) => {
  expect(toEventFault({ code: 'closed', message })).toEqual({ code: 'closed', message: told });
});
