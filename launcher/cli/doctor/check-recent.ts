import { recentFindings } from '../recent-findings.ts';
import type { Check } from './check.ts';

/** Reports whether hooks ran in the newest sessions. Only the transcripts of these sessions show it. */
export const checkRecent: Check = async ({ places, setups, env, cwd, stop: signal }) => {
  if (places === undefined) return [];
  const found = await recentFindings({ setups, places, env, cwd, signal });
  return found.map(({ host, message, fix }) => {
    const id = `${host}-recent`;
    return fix === undefined ? { id, status: 'INFO', message } : { id, status: 'WARN', message, fix };
  });
};
