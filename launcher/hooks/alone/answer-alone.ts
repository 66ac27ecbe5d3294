import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeJson } from '../../../src/base/json/json-number.ts';
import { createEventLog } from '../../platform/event-log.ts';
import { isInside } from '../../platform/paths/resolve-inside.ts';
import type { Config } from '../../platform/settings/config.ts';
import { systemTimers } from '../../platform/timers.ts';
import { answerHost } from '../answer-host.ts';
import { createKeptFiles, inItsFile, type KeptFiles } from '../kept-files.ts';
import { openHooks } from '../open-hooks.ts';

export interface AloneOptions {
  readonly config: Config;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Receives events as lines. */
  readonly log: (line: string) => void;
}

/**
 * Answers a hook without a server. Returns the host's answer as JSON, or an empty string to let the result pass.
 * Without a server the agent has no tool `artifact`, so original texts are stored in files. Results of the agent's own
 * tools that read these files are not shortened.
 */
export async function answerAlone(host: string, input: unknown, options: AloneOptions): Promise<string> {
  const { config, now } = options;
  // Hosts let agents read the temporary folder without asking.
  const folder = path.join(tmpdir(), `mcp-pruner-${process.getuid?.() ?? 'kept'}`);
  const log = createEventLog({ write: options.log, least: config.logLevel, now: () => new Date(now()) });
  const copies = createKeptFiles(folder, now);
  const kept = config.redactArtifacts ? await redacted(copies) : copies;
  const hooks = openHooks(config, { artifacts: kept, timers: systemTimers, log });
  const answer = await answerHost(host, input, {
    ...hooks,
    artifactsOf: (file) => inItsFile(file, kept, now),
    isAlone: true,
    isIgnored: (file) => isInside(folder, path.resolve(config.root, file)) || hooks.isIgnored(file),
  });
  return answer === undefined ? '' : writeJson(answer);
}

async function redacted(copies: KeptFiles): Promise<KeptFiles> {
  const { redactBody } = await import('../../../src/artifacts/redact-stream.ts');
  return { put: (artifact) => copies.put({ ...artifact, body: redactBody(artifact.body) }) };
}
