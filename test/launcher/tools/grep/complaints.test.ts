import { describe, expect, it } from 'vitest';
import { parseComplaints } from '../../../../launcher/tools/grep/complaints.ts';
import type { SearchEvent } from '../../../../launcher/tools/grep/engine.ts';

function eventsOf(stderr: string): unknown[] {
  const events: SearchEvent[] = [];
  const parser = parseComplaints((event) => events.push(event));
  parser.push(Buffer.from(stderr));
  parser.end();
  return events.map((event) => (event.kind === 'unreadable' ? [event.path.toString(), event.why] : event));
}

const DENIED = 'Permission denied (os error 13)';

describe('a file that could not be read is told of', () => {
  it.each([
    ['ripgrep 14', `rg: /w/a.txt: ${DENIED}\n`, [['/w/a.txt', DENIED]]],
    [
      'ripgrep before 14',
      `/w/a.txt: ${DENIED}\n/w/b: c.txt: ${DENIED}\n`,
      [
        ['/w/a.txt', DENIED],
        ['/w/b: c.txt', DENIED],
      ],
    ],
    [
      'ripgrep in one thread',
      `rg: /w/closed: IO error for operation on /w/closed: ${DENIED}\n`,
      [['/w/closed', DENIED]],
    ],
    ['GNU grep', 'grep: /w/a.txt: Permission denied\n', [['/w/a.txt', 'Permission denied']]],
    [
      'Windows',
      'rg: C:\\w\\a.txt: Access is denied. (os error 5)\n',
      [['C:\\w\\a.txt', 'Access is denied. (os error 5)']],
    ],
  ])('by %s', (_, stderr, told) => {
    expect(eventsOf(stderr)).toEqual(told);
  });

  it('also behind a message that says something else', () => {
    expect(eventsOf(`error: broken pipe\n\n/w/a.txt: ${DENIED}\n`)).toEqual([['/w/a.txt', DENIED]]);
  });

  it('with a newline in its name', () => {
    expect(eventsOf(`rg: /w/a\nb.txt: ${DENIED}\n`)).toEqual([['/w/a\nb.txt', DENIED]]);
  });
});
