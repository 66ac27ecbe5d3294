import { isFields, textOf } from '../../../../src/transcripts/fields.ts';
import { FORMATS, type Format, hasFields } from '../../../../src/transcripts/formats/formats.ts';
import { createMiniSweAgentReader } from './mini-swe-agent.ts';
import { createSweAgentReader } from './swe-agent.ts';

/** Recordings of hosts, and trajectories of agents that only benchmarks run. */
export const ALL_FORMATS: readonly Format[] = [
  ...FORMATS,
  {
    name: 'swe-agent',
    matches: ({ trajectory }) =>
      Array.isArray(trajectory) && (trajectory.length === 0 || hasFields(trajectory, 'action')),
    versionOf: ({ info }) => (isFields(info) ? info['swe_agent_version'] : undefined),
    maxMajor: 1,
    createReader: createSweAgentReader,
  },
  {
    name: 'mini-swe-agent',
    matches: ({ trajectory_format: format, messages, info }) =>
      textOf(format).startsWith('mini-swe-agent') ||
      (isFields(info) && 'exit_status' in info && hasFields(messages, 'role')),
    versionOf: ({ trajectory_format: format }) =>
      typeof format === 'string' ? format.replace('mini-swe-agent-', '') : undefined,
    maxMajor: 1,
    createReader: createMiniSweAgentReader,
  },
];
