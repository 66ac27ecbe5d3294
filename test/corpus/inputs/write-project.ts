import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import type { Place } from '../stage/place.ts';
import { COLUMNS, LONG_SHOP, SHOP } from './shop.ts';

const LOG = Array.from({ length: 400 }, (_, at) => {
  const level = at % 57 === 0 ? 'ERROR' : 'INFO';
  return `2031-02-03T04:${String(at % 60).padStart(2, '0')}:00Z ${level} worker-${at % 7} handled request ${at} in ${at % 90} ms`;
}).join('\n');

/** Writes a small project into the root: sources, a log, odd encodings, links, ignored and hidden files. */
export function writeProject(place: Place): void {
  const files: Readonly<Record<string, string>> = {
    'src/shop.ts': SHOP,
    'src/long-shop.ts': LONG_SHOP,
    'src/columns.js': COLUMNS,
    'logs/worker.log': `${LOG}\n`,
    'data/rows.json': JSON.stringify(
      Array.from({ length: 120 }, (_, id) => ({ id, name: `row ${id}`, price: '19.90' })),
    ),
    'data/table.csv': Array.from({ length: 200 }, (_, at) => `${at},station-${at % 9},${(at * 37) % 101}`).join('\n'),
    'empty.txt': '',
    'crlf.txt': 'one\r\ntwo\r\nthree\r\n',
    'no-end.txt': 'last line without an end',
    'wide.txt': `${'wide '.repeat(3000)}needle ${'wide '.repeat(3000)}\nshort\n`,
    'unicode.txt': '\u{feff}naïve 漢字 😀\n\ttab\u2028separator\n',
    'README.md': '# Shop\n\nUpdates parcels and refunds.\n\n## Refunds\n\nA refund is applied once.\n',
    '.gitignore': 'ignored/\n',
    'ignored/secret.txt': 'update_refund in an ignored file\n',
    '.hidden/notes.txt': 'update_refund in a hidden file\n',
    'locked.txt': 'nobody reads this\n',
  };
  for (const [file, text] of Object.entries(files)) place.write(path.join('root', file), text);
  place.write('root/binary.bin', 'update_refund\u0000\u0001\u0002 needle\n');
  place.write('outside.txt', 'outside of the root\n');
  mkdirSync(path.join(place.root, 'folder'), { recursive: true });
  symlinkSync('../outside.txt', path.join(place.root, 'link-out.txt'));
  symlinkSync('README.md', path.join(place.root, 'link-in.md'));
  chmodSync(path.join(place.root, 'locked.txt'), 0o644);
}
