import type { WorkerContext } from '../../http/worker-context.ts';
import type { Viewer } from './viewer.ts';

/** Variables that the dashboard's middleware passes to its routes. */
export interface DashboardContext extends WorkerContext {
  Variables: WorkerContext['Variables'] & {
    viewer: Viewer;
    /** A form with a valid token. */
    form: FormData;
  };
}
