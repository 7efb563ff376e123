/** Whatever is done to the structure of a site, in any order: it stays a structure that readers can be shown. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Json, makeSpaces, type Opened, open } from './open.ts';

const actions = [
  'section',
  'deleteSection',
  'group',
  'join',
  'leave',
  'deleteGroup',
  'move',
  'moveGroup',
  'add',
  'remove',
  'default',
  'path',
  'deleteSpace',
] as const;
type Action = readonly [(typeof actions)[number], number, number];

interface Seen {
  readonly sections: readonly Json[];
  readonly groups: readonly Json[];
  readonly siteSpaces: readonly Json[];
}

async function look(at: Opened, site: string): Promise<Seen> {
  const [sections, groups, siteSpaces] = [
    await at.list(`${site}/sections`),
    await at.list(`${site}/section-groups`),
    await at.list(`${site}/site-spaces`),
  ];
  return { sections, groups, siteSpaces };
}

/** One call, which may be refused; `a` and `b` pick what it is about. */
function act(at: Opened, site: string, seen: Seen, spaces: readonly string[], [action, a, b]: Action): Promise<unknown> {
  const pick = <T>(from: readonly T[], index: number): T | undefined => from[index % Math.max(1, from.length)];
  const [section, other] = [pick(seen.sections, a), pick(seen.sections, b)];
  const [group, siteSpace, space] = [pick(seen.groups, a), pick(seen.siteSpaces, a), pick(spaces, b)];
  const relation = a % 2 === 0 ? 'before' : 'after';
  const of = (list: string, one: Json | undefined): string => `${site}/${list}/${one?.id ?? 'none'}`;
  const calls: { readonly [name in Action[0]]: readonly [string, string, object?] } = {
    section: ['POST', `${site}/sections`, { spaceId: space, title: `Section ${a % 3}` }],
    deleteSection: ['DELETE', of('sections', section)],
    group: ['POST', `${site}/section-groups`, { title: `Group ${a}`, sections: section === undefined ? [] : [section.id] }],
    join: ['POST', `${of('section-groups', group)}/sections`, { sectionId: other?.id ?? 'none' }],
    leave: ['DELETE', `${of('section-groups', group)}/sections/${other?.id ?? 'none'}`],
    deleteGroup: ['DELETE', of('section-groups', group)],
    move: [
      'POST',
      `${of('sections', section)}/move`,
      { position: { [relation]: { type: 'site-section', siteSection: other?.id ?? 'none' } } },
    ],
    moveGroup: [
      'POST',
      `${of('section-groups', group)}/move`,
      { position: { [relation]: { type: 'site-section', id: other?.id ?? 'none' } } },
    ],
    add: ['POST', `${site}/site-spaces`, section === undefined ? { spaceId: space } : { spaceId: space, sectionId: section.id }],
    remove: ['DELETE', of('site-spaces', siteSpace)],
    default: ['PATCH', site, { defaultSiteSection: section?.id ?? 'none' }],
    path: ['PATCH', of('sections', section), { path: `section-${b % 4}` }],
    deleteSpace: ['DELETE', `/v1/spaces/${a % 5 === 0 ? space : 'none'}`],
  };
  return at.send(...calls[action]);
}

function requireStructure({ sections, groups, siteSpaces }: Seen): void {
  const ids = (items: readonly Json[]): readonly string[] => items.map(({ id }) => id);
  expect(sections.filter((section) => section.default)).toHaveLength(sections.length === 0 ? 0 : 1);
  expect(new Set(sections.map(({ path }) => path)).size).toBe(sections.length);
  expect(sections.flatMap((section) => ids(section.siteSpaces))).toEqual(sections.length === 0 ? [] : ids(siteSpaces));
  const containers =
    sections.length === 0 ? (siteSpaces.length === 0 ? [] : [siteSpaces]) : sections.map((section) => section.siteSpaces as Json[]);
  for (const container of containers) {
    expect(container.filter((one) => one.default)).toHaveLength(1);
    expect(new Set(container.map(({ path }) => path)).size).toBe(container.length);
    expect(new Set(container.map(({ space }) => space.id)).size).toBe(container.length);
  }
  for (const group of groups) expect(ids(group.sections)).toEqual(ids(sections.filter((section) => section.sectionGroup === group.id)));
  const runs = sections.map((section) => section.sectionGroup ?? section.id).filter((run, at, all) => run !== all[at - 1]);
  expect(new Set(runs).size, 'the sections of a group stand together').toBe(runs.length);
}

test('one default, paths and spaces at most once, no empty section, groups in one piece', { timeout: 60_000 }, async () => {
  const index = fc.nat({ max: 11 });
  const script = fc.array(fc.tuple(fc.constantFrom(...actions), index, index), { minLength: 20, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(script, async (steps) => {
      const at = open({ seed: 'empty' });
      const spaces = await makeSpaces(at, 'One', 'Two', 'Three');
      const site = `~/sites/${(await at.post('~/sites', { title: 'Docs', spaces: spaces.slice(0, 1) })).id}`;
      for (const step of steps) {
        await act(at, site, await look(at, site), spaces, step);
        requireStructure(await look(at, site));
      }
      at.platform.close();
    }),
    { numRuns: 25 },
  );
});
