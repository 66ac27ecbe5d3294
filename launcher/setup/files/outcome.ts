import type { FilePlan } from './file-plan.ts';

/** Result of editing one file. */
export interface FileOutcome {
  readonly plan: FilePlan;
  readonly result:
    | 'written'
    /** Nothing had to be changed. */
    | 'same'
    /** The file is back to its original content, byte for byte. */
    | 'restored'
    /** Our part was removed. The rest had changed in the meantime and stays as it was. */
    | 'removed'
    | 'failed';
  /** Reason for a failure. */
  readonly why?: string;
  /** File content before and after; undefined if the file does not exist. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly backup?: string | undefined;
  /** Files that the host had written because of us, and that were removed as well. */
  readonly brought?: readonly string[];
  /** Folders that an earlier `init` has created for the file. */
  readonly folders?: readonly string[];
  /** Permission bits of the written file. */
  readonly mode?: number | undefined;
}
