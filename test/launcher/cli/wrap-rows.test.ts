import { expect, test } from 'vitest';
import { COMMANDS } from '../../../launcher/cli/commands.ts';
import { helpOf, wrapRows } from '../../../launcher/cli/help.ts';

test('the second cell is broken between words, below itself', () => {
  expect(
    wrapRows(
      [
        ['--on', 'Shorten results from now on, and say so.'],
        ['-h', 'Print this help.'],
      ],
      40,
    ),
  ).toEqual(['--on  Shorten results from now on, and', '      say so.', '-h    Print this help.']);
});

test('a long first cell has lines of its own', () => {
  expect(
    wrapRows(
      [
        ['--a-very-long-option=WITH,A,VALUE', 'Help.'],
        ['-h', 'Print this help.'],
      ],
      40,
    ),
  ).toEqual(['--a-very-long-option=WITH,A,VALUE', '    Help.', '-h  Print this help.']);
});

test.each([80, 100])('no help is wider than a terminal of %i columns, but for its first two lines', (width) => {
  for (const command of COMMANDS) {
    const [, , , ...lines] = helpOf(command, width).split('\n');
    expect(Math.max(...lines.map((line) => line.length)), command.name).toBeLessThanOrEqual(width);
  }
});

test('every command of the first level stands in a group', () => {
  const [top] = COMMANDS;
  if (top === undefined) throw new Error('there are no commands');
  for (const { usage, name } of COMMANDS) if (!name.includes(' ')) expect(helpOf(top)).toContain(usage);
});
