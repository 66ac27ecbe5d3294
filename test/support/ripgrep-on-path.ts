import path from 'node:path';
import process from 'node:process';
import { rgPath } from '@vscode/ripgrep';

// The ripgrep of the development dependencies, so that the machine needs none.
process.env['PATH'] = [path.dirname(rgPath), process.env['PATH']].join(path.delimiter);
