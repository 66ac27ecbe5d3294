import type { Launch } from '../../hosts/launch.ts';
import type { Places } from '../../hosts/places.ts';
import type { Timers } from '../../platform/timers.ts';
import type { ReadTrial } from '../../savings/read-trial.ts';
import type { FoundSetup } from '../../setup/find-setups.ts';
import type { CommandContext } from '../command.ts';
import type { TryLauncher } from '../try-launcher.ts';

/** `FAIL`: something does not work. `WARN`: something works worse than it could. `INFO`: no action needed. */
export type Status = 'PASS' | 'INFO' | 'WARN' | 'FAIL';

export interface CheckResult {
  /** Stable one-word id. */
  readonly id: string;
  readonly status: Status;
  readonly message: string;
  /** Command that fixes it, or a description of the fix. */
  readonly fix?: string;
}

/** Dependencies that tests replace. */
export interface DoctorEdges {
  readonly launch: () => Launch;
  readonly tryLauncher: TryLauncher;
  /** Path of the ripgrep installed with this package. */
  readonly bundledRipgrep: () => Promise<string | undefined>;
  readonly fetch: typeof fetch;
  readonly timers: Timers;
  /** Node's version, such as `24.1.0`. */
  readonly node: string;
  readonly platform: NodeJS.Platform;
}

/** Input of the checks. */
export interface Installation extends DoctorEdges, Pick<CommandContext, 'env' | 'cwd' | 'version' | 'now' | 'stop'> {
  /** Undefined if the home folder is unknown. */
  readonly places: Places | undefined;
  readonly setups: readonly FoundSetup[];
  /** Reads the trial from the ledger in a home folder, once. */
  readonly readTrial: (home: string) => Promise<ReadTrial>;
}

export type Check = (installation: Installation) => Promise<readonly CheckResult[]>;
