import type { Launch } from '../../hosts/launch.ts';
import type { Places } from '../../hosts/places.ts';
import type { ReadTrial } from '../../ledger/read-trial.ts';
import type { Timers } from '../../process/timers.ts';
import type { FoundSetup } from '../../setup/find-setups.ts';
import type { TryLauncher } from '../../setup/try-launcher.ts';
import type { CommandContext } from '../command.ts';

/** `FAIL`: something does not work. `WARN`: something works worse than it could. `INFO`: nothing to be done. */
export type Status = 'PASS' | 'INFO' | 'WARN' | 'FAIL';

export interface Finding {
  /** A word, the same in every run. */
  readonly id: string;
  readonly status: Status;
  readonly message: string;
  /** The command that mends it, or words on what does. */
  readonly fix?: string;
}

/** Dependencies that tests replace. */
export interface DoctorEdges {
  readonly launch: () => Launch;
  readonly tryLauncher: TryLauncher;
  /** The ripgrep that is installed with this package. */
  readonly bundledRipgrep: () => Promise<string | undefined>;
  readonly fetch: typeof fetch;
  readonly timers: Timers;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Node's version, as `24.1.0`. */
  readonly node: string;
  readonly platform: NodeJS.Platform;
}

/** Input of the checks. */
export interface Patient extends DoctorEdges, Pick<CommandContext, 'env' | 'cwd' | 'version' | 'stop'> {
  /** Undefined where no home folder is known. */
  readonly places: Places | undefined;
  readonly setups: readonly FoundSetup[];
  /** Reads the trial from the ledger in a home folder, once. */
  readonly readTrial: (home: string) => Promise<ReadTrial>;
}

export type Check = (patient: Patient) => Promise<readonly Finding[]>;
