import type { Places } from '../hosts/places.ts';
import { isVersionFrom } from '../platform/text/is-version-from.ts';
import { askProgram, type ProgramAnswer } from './ask-program.ts';
import type { SetupHost } from './find-hosts.ts';

/** Max time for a host to print its version, in milliseconds. */
const VERSION_MS = 10_000;
/** A line that is a version, as Claude Code prints it: `2.1.332 (Claude Code)`. */
const VERSION = /^v?(\d+\.\d+\.\d+)\S*(?: \([^)]*\))?$/m;

/** Reason why a host gets no hooks of ours. */
export interface TooOld {
  /** A sentence without its full stop, such as `Claude Code 2.1.100 does not support them (2.1.121 or later does)`. */
  readonly why: string;
  /** How to get them, as a command or an instruction. */
  readonly mend: string;
  /** False if the host did not print its version, so that it may be new enough. */
  readonly isKnown: boolean;
  /** False if the host only ignores the hooks. */
  readonly isHarmful: boolean;
}

/** Asks a host for its version. Returns undefined if it may have our hooks. */
export async function whyTooOld(host: SetupHost, places: Places, stop: AbortSignal): Promise<TooOld | undefined> {
  const { hooksSince: since, ignoresEarlyHooks = false, title, program, programFolders } = host.setup;
  const isHarmful = !ignoresEarlyHooks;
  if (since === undefined) return undefined;
  const { cwd, env } = places;
  const folders = programFolders?.(places);
  const answer = await askProgram({ program, folders, args: ['--version'], cwd, env, timeoutMs: VERSION_MS, stop });
  const [, version] = answer.kind === 'said' && answer.exitCode === 0 ? (VERSION.exec(answer.text) ?? []) : [];
  if (version === undefined) {
    if (!isHarmful) return undefined;
    const why = `${title} has an unknown version: ${whyUnknown(answer, program)}. They need ${since} or later`;
    const mend = answer.kind === 'missing' ? `put "${program}" on PATH` : `mend \`${program} --version\``;
    return { why, mend, isKnown: false, isHarmful };
  }
  if (isVersionFrom(version, since)) return undefined;
  return {
    why: `${title} ${version} does not support them (${since} or later does)`,
    mend: `update ${title}`,
    isKnown: true,
    isHarmful,
  };
}

function whyUnknown(answer: ProgramAnswer, program: string): string {
  const command = `\`${program} --version\``;
  switch (answer.kind) {
    case 'missing':
      return `"${program}" is not on PATH`;
    case 'late':
      return `${command} did not end within ${VERSION_MS / 1000} s`;
    case 'not_started':
      return `"${program}" cannot be started (${answer.errno})`;
    case 'said':
      return answer.exitCode === 0 ? `${command} printed none` : `${command} exited with ${answer.exitCode}`;
  }
}
