import type { Note } from './call.ts';
import type { Place } from './stage/place.ts';

/**
 * Calls that share processes and a home folder. A scene only depends on its own place, so two scenes can run at once.
 */
export interface Scene {
  readonly name: string;
  play(place: Place, note: Note): Promise<void>;
}

/** A way into the package, with its scenes. */
export interface Door {
  readonly name: string;
  readonly scenes: readonly Scene[];
}
