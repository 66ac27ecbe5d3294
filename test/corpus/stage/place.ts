import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Stage } from './open-stage.ts';

export type Variables = Readonly<Record<string, string | undefined>>;

/** The folders and the environment of one scene. */
export interface Place {
  readonly stage: Stage;
  readonly folder: string;
  /** The user's home folder. */
  readonly home: string;
  /** `MCP_PRUNER_HOME`. */
  readonly kept: string;
  /** The project that an agent works in. */
  readonly root: string;
  /** Environment of a process, with changes; undefined removes a variable. */
  env(changes?: Variables): Record<string, string>;
  /** Writes a file below `folder`, with a time one second after the previous file's. */
  write(file: string, text: string, mode?: number): string;
}

/** Time of a place's first file, in seconds since 1970. Each later file is one second newer. */
const WRITTEN_S = Date.UTC(2026, 9, 20, 10, 0, 0) / 1000;

export function openPlace(stage: Stage, name: string): Place {
  const folder = path.join(stage.folder, name);
  const home = path.join(folder, 'home');
  const kept = path.join(home, '.mcp-pruner');
  const root = path.join(folder, 'root');
  const temporary = path.join(folder, 'tmp');
  for (const made of [home, kept, root, temporary]) mkdirSync(made, { recursive: true, mode: 0o700 });
  const base: Variables = {
    ...{ PATH: stage.programs, HOME: home, USER: 'ann', LANG: 'C.UTF-8', TZ: 'UTC', TMPDIR: temporary },
    XDG_CONFIG_HOME: path.join(home, '.config'),
    XDG_DATA_HOME: path.join(home, '.local/share'),
    XDG_CACHE_HOME: path.join(home, '.cache'),
    XDG_STATE_HOME: path.join(home, '.local/state'),
    ...{ MCP_PRUNER_HOME: kept, PRUNER_URL: 'embedded', MCP_PRUNER_LEDGER: 'off' },
    NODE_OPTIONS: stage.nodeOptions,
  };
  let processes = 0;
  let files = 0;
  return {
    ...{ stage, folder, home, kept, root },
    env(changes = {}) {
      const entries = Object.entries({ ...base, CORPUS_SEED: `${name} ${++processes}`, ...changes });
      return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
    },
    write(file, text, mode = 0o644) {
      const at = path.join(folder, file);
      mkdirSync(path.dirname(at), { recursive: true });
      writeFileSync(at, text, { mode });
      const seconds = WRITTEN_S + ++files;
      utimesSync(at, seconds, seconds);
      return at;
    },
  };
}
