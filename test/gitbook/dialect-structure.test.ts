/** Laws of the structure in the `gitbook` dialect, over generated sequences of requests. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type GitbookPlatform, openGitbook } from './dialect-world.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies of any operation, validated against GitBook's document.
type Json = any;

interface Step {
  readonly deed: (typeof deeds)[number];
  /** Numbers of an item, of its anchor, and of a group. */
  readonly pick: readonly [item: number, anchor: number, group: number];
  readonly isFlagged: boolean;
}

const deeds = [
  'add section',
  'add group',
  'add link',
  'move',
  'sort before',
  'sort after',
  'sort last',
  'draft',
  'delete',
] as const;

const steps = fc.array(
  fc.record<Step>({
    deed: fc.constantFrom(...deeds),
    pick: fc.tuple(fc.nat({ max: 50 }), fc.nat({ max: 50 }), fc.nat({ max: 50 })),
    isFlagged: fc.boolean(),
  }),
  { minLength: 5, maxLength: 25 },
);

const collections: { readonly [object: string]: string } = {
  'site-section': 'sections',
  'site-section-group': 'section-groups',
  'site-external-link': 'external-links',
};

/** Items with the id of their group, depth first. */
function depthFirst(
  items: readonly Json[],
  group?: string,
): readonly { readonly item: Json; readonly group?: string }[] {
  return items.flatMap((item) => [
    { item, ...(group === undefined ? {} : { group }) },
    ...depthFirst(item.children ?? [], item.id),
  ]);
}

async function readItems(at: GitbookPlatform, site: string) {
  return depthFirst((await at.ask('GET', `${site}/structure`)).structure);
}

/** Undefined for the root. */
function groupOf(all: Awaited<ReturnType<typeof readItems>>, pick: number): string | undefined {
  const groups = all.flatMap(({ item }) => (item.object === 'site-section-group' ? [item.id] : []));
  return [undefined, ...groups][pick % (groups.length + 1)];
}

/** A request of a step, which the platform can refuse. */
function requestOf(
  step: Step,
  site: string,
  all: Awaited<ReturnType<typeof readItems>>,
): readonly [string, string, Json?] {
  const [{ item }, { item: anchor }] = [all[step.pick[0] % all.length], all[step.pick[1] % all.length]] as Json;
  const group = groupOf(all, step.pick[2]);
  const draft = step.isFlagged;
  const one = `${site}/${collections[item.object]}/${item.id}`;
  const pointer = ({ object, id }: Json) => ({ type: object, id });
  const sort = (position: object) => ['PATCH', `${site}/structure/sort`, { item: pointer(item), position }] as const;
  const parentWord: { readonly [object: string]: string } = {
    'site-section': 'siteSectionGroupId',
    'site-section-group': 'parentSectionGroupId',
    'site-external-link': 'parent',
  };
  const inGroup = (word: string) => (group === undefined ? {} : { [word]: group });
  switch (step.deed) {
    case 'add section':
      return ['POST', `${site}/sections`, { spaceId: null, title: 'Section', draft, ...inGroup('siteSectionGroupId') }];
    case 'add group':
      return ['POST', `${site}/section-groups`, { title: 'Group', draft, ...inGroup('parent') }];
    case 'add link':
      return [
        'POST',
        `${site}/external-links`,
        { title: 'Link', url: 'https://acme.dev/', draft, ...inGroup('parent') },
      ];
    case 'move':
      return ['PATCH', one, { [parentWord[item.object] ?? '']: group ?? null }];
    case 'sort before':
      return sort({ before: pointer(anchor) });
    case 'sort after':
      return sort({ after: pointer(anchor) });
    case 'sort last':
      return sort({});
    case 'draft':
      return ['PATCH', one, { draft }];
    case 'delete':
      return ['DELETE', one];
  }
}

/** The effect of a step on the items, besides the general laws. */
function requireEffect(
  step: Step,
  request: readonly [string, string, Json?],
  after: Awaited<ReturnType<typeof readItems>>,
): void {
  const [, , body] = request;
  const siblingsOf = (id: string) => {
    const group = after.find(({ item }) => item.id === id)?.group;
    return after.filter((one) => one.group === group).map(({ item }) => item.id);
  };
  if (step.deed === 'sort last') expect(siblingsOf(body.item.id).at(-1)).toBe(body.item.id);
  const [anchor, distance] = [body?.position?.before ?? body?.position?.after, step.deed === 'sort before' ? 1 : -1];
  if (anchor === undefined) return;
  const order = siblingsOf(body.item.id);
  expect(order.indexOf(anchor.id) - order.indexOf(body.item.id)).toBe(distance);
}

async function requireLaws(at: GitbookPlatform, site: string): Promise<void> {
  const all = await readItems(at, site);
  expect(new Set(all.map(({ item }) => item.id)).size).toBe(all.length);
  for (const { item, group } of all) expect(item.sectionGroup).toBe(group);
  const ids = (object: string) => all.flatMap(({ item }) => (item.object === object ? [item.id] : []));
  const listed = async (list: string) =>
    (await at.ask('GET', `${site}/${list}?limit=1000`)).items.map(({ id }: Json) => id);
  expect(await listed('sections')).toEqual(ids('site-section'));
  expect(await listed('section-groups')).toEqual(ids('site-section-group'));
  const sections = all.flatMap(({ item }) => (item.object === 'site-section' ? [item] : []));
  if (sections.length > 0) expect(sections.filter((section) => section.default)).toHaveLength(1);
}

test('every sequence of requests leaves one order in all lists, with every item once in its group', async () => {
  const counts = { sent: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(steps, async (drawn) => {
      const at = openGitbook({ seed: 'medium' });
      const [first] = (await at.ask('GET', '~/sites')).items;
      const site = `~/sites/${first.id}`;
      for (const step of drawn) {
        const all = await readItems(at, site);
        if (all.length === 0) break;
        const request = requestOf(step, site, all);
        const { status } = await at.send(...request);
        const after = await readItems(at, site);
        counts.sent += 1;
        if (status >= 400) counts.refused += 1;
        if (status >= 400) expect(after).toEqual(all);
        else requireEffect(step, request, after);
      }
      await requireLaws(at, site);
      at.platform.close();
      expect(at.problems).toEqual([]);
    }),
    { numRuns: 40 },
  );
  expect(counts.refused / counts.sent, 'or the laws test little').toBeLessThan(0.5);
});
