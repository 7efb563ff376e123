/** Checks the structure of a site. */
import { expect } from 'vitest';
import type { Json, Opened } from './open.ts';

/** The structure in the lists of a site. */
export interface Seen {
  readonly sections: readonly Json[];
  readonly groups: readonly Json[];
  readonly siteSpaces: readonly Json[];
}

export async function look(at: Pick<Opened, 'list'>, site: string): Promise<Seen> {
  const [sections, groups, siteSpaces] = [
    await at.list(`${site}/sections`),
    await at.list(`${site}/section-groups`),
    await at.list(`${site}/site-spaces`),
  ];
  return { sections, groups, siteSpaces };
}

/** Fails unless there is one default where one is needed, paths and spaces are unique, and groups are contiguous. */
export function requireStructure({ sections, groups, siteSpaces }: Seen): void {
  const ids = (items: readonly Json[]): readonly string[] => items.map(({ id }) => id);
  expect(sections.filter((section) => section.default)).toHaveLength(sections.length === 0 ? 0 : 1);
  expect(new Set(sections.map(({ path }) => path)).size).toBe(sections.length);
  expect(sections.flatMap((section) => ids(section.siteSpaces))).toEqual(sections.length === 0 ? [] : ids(siteSpaces));
  const containers =
    sections.length === 0
      ? siteSpaces.length === 0
        ? []
        : [siteSpaces]
      : sections.map((section) => section.siteSpaces as Json[]);
  for (const container of containers) {
    expect(container.filter((one) => one.default)).toHaveLength(1);
    expect(new Set(container.map(({ path }) => path)).size).toBe(container.length);
    expect(new Set(container.map(({ space }) => space.id)).size).toBe(container.length);
  }
  for (const group of groups)
    expect(ids(group.sections)).toEqual(ids(sections.filter((section) => section.sectionGroup === group.id)));
  const runs = sections
    .map((section) => section.sectionGroup ?? section.id)
    .filter((run, at, all) => run !== all[at - 1]);
  expect(new Set(runs).size, 'the sections of a group stand together').toBe(runs.length);
}
