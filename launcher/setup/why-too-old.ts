import type { Places } from '../hosts/places.ts';
import { isVersionFrom } from '../system/text/is-version-from.ts';
import { ANSWER_MS, askProgram } from './ask-program.ts';
import type { SetupHost } from './find-hosts.ts';

/** Reason why a host must have no hooks of ours. */
export interface TooOld {
  readonly why: string;
  /** False if the host did not tell its version, so that it may be new enough. */
  readonly isKnown: boolean;
}

/** Asks a host for its version. Returns undefined if it may have our hooks. */
export async function whyTooOld(host: SetupHost, places: Places, stop: AbortSignal): Promise<TooOld | undefined> {
  const { hooksSince: since, title, program, programFolders } = host.setup;
  if (since === undefined) return undefined;
  const { cwd, env } = places;
  const folders = programFolders?.(places);
  const answer = await askProgram({ program, folders, args: ['--version'], cwd, env, stop });
  const needs = `its hooks need ${since} or later`;
  const unknown = (why: string): TooOld => ({
    why: `the version of ${title} cannot be told, ${why}: ${needs}`,
    isKnown: false,
  });
  if (answer.kind === 'missing') return unknown(`"${program}" is not on PATH`);
  const [version] = answer.kind === 'said' ? (/\d+\.\d+\.\d+/.exec(answer.text) ?? []) : [];
  if (version === undefined) {
    const why = answer.kind === 'silent' ? `did not end within ${ANSWER_MS / 1000} s` : 'says none';
    return unknown(`\`${program} --version\` ${why}`);
  }
  return isVersionFrom(version, since) ? undefined : { why: `${title} is ${version}, and ${needs}`, isKnown: true };
}
