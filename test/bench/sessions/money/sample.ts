import type { SessionMoney } from './money-sums.ts';

/** Sessions to resample, on their own or by repository. */
export interface Sample {
  readonly over: 'repositories' | 'sessions';
  /** Number of repositories or sessions. */
  readonly units: number;
  /** Sums a number by repository, or returns one number per session. */
  column(of: (session: SessionMoney) => number): Float64Array;
}

/**
 * Samples by repository if there are enough of them, otherwise by session. Sessions of one repository are alike, so
 * resampling sessions would give too narrow intervals. Sessions with an unknown repository count as one repository.
 */
export function toSample(sessions: readonly SessionMoney[], minRepositories: number): Sample {
  const repositories = [...new Set(sessions.map(({ repository }) => repository))];
  const places = new Map(repositories.map((repository, at) => [repository, at]));
  const isByRepository = repositories.length >= minRepositories;
  const units = isByRepository ? repositories.length : sessions.length;
  return {
    ...{ over: isByRepository ? 'repositories' : 'sessions', units },
    column(of) {
      const sums = new Float64Array(units);
      for (const [at, session] of sessions.entries()) {
        const unit = isByRepository ? (places.get(session.repository) as number) : at;
        sums[unit] = (sums[unit] as number) + of(session);
      }
      return sums;
    },
  };
}
