import path from 'node:path';
import process from 'node:process';
import { rgPath } from '@vscode/ripgrep';

// The real ripgrep that came with the development dependencies, so that the suite needs none on the machine.
process.env['PATH'] = [path.dirname(rgPath), process.env['PATH']].join(path.delimiter);
