import { followLinks } from '../../gateway/config/write-config-file.ts';
import type { BroughtFiles } from '../../hosts/host.ts';
import { type FilePart, samePlace, type TablesPart } from '../edit/part.ts';

/** Our parts of one file, for all hosts that read it. */
export interface FilePlan {
  /** Path as the host uses it, before links are followed. */
  readonly path: string;
  readonly hosts: readonly string[];
  readonly parts: readonly FilePart[];
  /** All parts of ours that the file may have from an earlier `init`. Default: the same parts. */
  readonly earlier?: readonly FilePart[];
  /** Parts of earlier versions, which are removed when the parts are inserted. */
  readonly former?: readonly FilePart[];
  /** Parts of which only the removal is planned. They stay when the parts are inserted. */
  readonly unset?: readonly FilePart[];
  /** Tables to remove when the parts are removed. */
  readonly tables?: readonly TablesPart[];
  /** Files that the hosts write because of the parts. */
  readonly brought?: readonly BroughtFiles[];
}

/** Merges plans for the same file, so that a file shared by several hosts is edited once. */
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
  const brought = [...(one.brought ?? []), ...(other.brought ?? [])];
  const former = [...(one.former ?? []), ...(other.former ?? [])];
  return {
    ...one,
    hosts: [...new Set([...one.hosts, ...other.hosts])],
    parts: [...one.parts, ...more],
    former,
    tables,
    brought,
  };
}
