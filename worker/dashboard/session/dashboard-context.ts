import type { WorkerContext } from '../../worker-context.ts';
import type { Viewer } from './viewer.ts';

/** What the dashboard's middleware hands its routes. */
export interface DashboardContext extends WorkerContext {
  Variables: WorkerContext['Variables'] & {
    viewer: Viewer;
    /** A form whose token is right. */
    form: FormData;
  };
}
