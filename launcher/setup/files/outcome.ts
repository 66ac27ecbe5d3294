import type { FilePlan } from './file-plan.ts';

/** What has become of a file. */
export interface FileOutcome {
  readonly plan: FilePlan;
  readonly result:
    | 'written'
    /** Nothing was to be done. */
    | 'same'
    /** As it was before us, to the byte. */
    | 'restored'
    /** Our part is out; the rest, which has changed meanwhile, is as it was. */
    | 'removed'
    | 'failed';
  /** Why it failed. */
  readonly why?: string;
  /** The file before and after; of a file that is not there, undefined. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly backup?: string | undefined;
  /** Permission bits of a file that was written. */
  readonly mode?: number | undefined;
}
