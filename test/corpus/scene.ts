import type { Note } from './call.ts';
import type { Place } from './stage/place.ts';

/** Calls that share processes and a home folder. Scenes depend on nothing but their own place, so two run at a time. */
export interface Scene {
  readonly name: string;
  play(place: Place, note: Note): Promise<void>;
}

/** A way into the package, with the scenes that go through it. */
export interface Door {
  readonly name: string;
  readonly scenes: readonly Scene[];
}
