import { followLinks } from '../../gateway/config/write-config-file.ts';
import { type Part, samePlace, type TablesPart } from '../edit/part.ts';

/** What is ours in one file, for whichever hosts read it. */
export interface FilePlan {
  /** As the host knows it. */
  readonly path: string;
  readonly hosts: readonly string[];
  readonly parts: readonly Part[];
  /** To be taken out with them. */
  readonly tables?: readonly TablesPart[];
}

/** Plans with one plan a file: hosts that share one have it edited once. */
export async function mergePlans(plans: readonly FilePlan[]): Promise<readonly FilePlan[]> {
  const byTarget = new Map<string, FilePlan>();
  for (const plan of plans) {
    const target = await followLinks(plan.path).catch(() => plan.path);
    const known = byTarget.get(target);
    const merged = known === undefined ? plan : mergeTwo(known, plan);
    byTarget.set(target, merged);
  }
  return [...byTarget.values()];
}

function mergeTwo(one: FilePlan, other: FilePlan): FilePlan {
  const more = other.parts.filter((part) => !one.parts.some((known) => samePlace(known, part)));
  const tables = [...(one.tables ?? []), ...(other.tables ?? [])];
  return { ...one, hosts: [...new Set([...one.hosts, ...other.hosts])], parts: [...one.parts, ...more], tables };
}
