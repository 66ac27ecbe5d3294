import path from 'node:path';
import { literal } from '../dialects.ts';
import type { Host } from '../host.ts';
import { commonEntry } from '../host-entry.ts';
import { jsonFile } from '../host-file.ts';
import { appData } from '../places.ts';

export const CLAUDE_DESKTOP: Host = {
  name: 'claude-desktop',
  dialect: literal,
  files: (places) => [jsonFile(path.join(appData(places), 'Claude', 'claude_desktop_config.json'), 'mcpServers')],
  toEntry: commonEntry,
};
