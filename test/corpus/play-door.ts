import type { Call } from './call.ts';
import { normalize } from './normalization.ts';
import type { Door, Scene } from './scene.ts';
import type { Stage } from './stage/open-stage.ts';
import { openPlace } from './stage/place.ts';

/** A scene that failed before its end. */
export interface Fault {
  readonly scene: string;
  readonly error: unknown;
}

export interface Played {
  readonly calls: readonly Call[];
  readonly faults: readonly Fault[];
}

/** Plays a door's scenes, `lanes` at a time. Returns the calls in the order of the scenes. */
export async function playDoor(door: Door, stage: Stage, lanes: number): Promise<Played> {
  const calls: (readonly Call[])[] = [];
  const faults: Fault[] = [];
  const next = door.scenes.entries();
  const lane = async (): Promise<void> => {
    for (const [at, scene] of next) {
      const noted: Call[] = [];
      calls[at] = noted;
      try {
        await playScene(door, scene, at, stage, noted);
      } catch (error) {
        faults.push({ scene: `${door.name}/${scene.name}`, error });
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return { calls: calls.flat(), faults };
}

async function playScene(door: Door, scene: Scene, at: number, stage: Stage, noted: Call[]): Promise<void> {
  const used = new Map<string, number>();
  const place = openPlace(stage, `${door.name}-${String(at + 1).padStart(2, '0')}`);
  await scene.play(place, (name, input, output) => {
    const times = (used.get(name) ?? 0) + 1;
    used.set(name, times);
    const unique = times === 1 ? name : `${name} (${times})`;
    noted.push({ door: door.name, name: `${scene.name} > ${unique}`, input, output: normalize(output) });
  });
}
