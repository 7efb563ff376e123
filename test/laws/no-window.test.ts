/** During an apply, nobody can do more than before and after, also after a refused or lost request, except in the windows that the plan announces. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { type Case, caseOf } from '../support/case.ts';
import { runAccess, windowsIn } from './access-run.ts';
import { type AccessPair, caseOfPair, drawAccessPair, pair } from './access-world.ts';
import { drawn } from './draw.ts';
import { always } from './law.ts';

type Edit = readonly [edit: string, pair: AccessPair];
type Sides = Parameters<typeof pair>;

/** The same edit in both dialects. */
function both(edit: string, before: Sides[1], after: Sides[2]): readonly Edit[] {
  return (['2025-06', 'gitbook'] as const).map((dialect) => [`${dialect}: ${edit}`, pair(dialect, before, after)]);
}

function gitbook(edit: string, before: Sides[1], after: Sides[2]): Edit {
  return [`gitbook: ${edit}`, pair('gitbook', before, after)];
}

const closed = { visibility: 'visitor-auth' } as const;
const open = { visibility: 'public' } as const;

/** Each edit widens one thing and narrows another. */
const edits: readonly Edit[] = [
  ...both('a site becomes public, its section gets a condition', closed, { ...open, sectionCondition: 'A' }),
  ...both('a site becomes public, its site-space gets a condition', closed, { ...open, firstCondition: 'A' }),
  ...both('a site becomes public, a section is removed', closed, { ...open, section: 'absent' }),
  ...both(
    'a site becomes public, a site-space is removed',
    { ...closed, second: 'shown' },
    { ...open, second: 'absent' },
  ),
  ...both(
    'a site opens to share links, its link is deactivated',
    { ...closed, link: 'active' },
    { visibility: 'share-link', link: 'inactive' },
  ),
  ...both(
    'content no longer adapts, a conditional section is removed',
    { sectionCondition: 'A' },
    { adaptive: false, section: 'absent' },
  ),
  ...both(
    'a space inherits, and moves into a closed collection',
    { level: null, outer: null },
    { level: 'inherit', collection: 'outer' },
  ),
  ...both('a collection opens, its space closes', { outer: null, collection: 'outer' }, { outer: 'read', level: null }),
  ...both(
    'a collection opens, its space moves to a closed one',
    { outer: null, inner: null, collection: 'outer' },
    { outer: 'read', collection: 'inner' },
  ),
  ...both(
    'link invites work again, an admin invite is deleted',
    { invite: 'admin' },
    { inviteLinks: true, invite: 'absent' },
  ),
  gitbook('a team becomes admin, a person leaves it', {}, { granted: 'admin', bo: false }),
  gitbook(
    'a draft group ends, its section gets a condition',
    { section: 'group', groupDraft: true },
    { groupDraft: false, sectionCondition: 'A' },
  ),
  ...both('a site is unlisted, its section gets a condition', closed, {
    visibility: 'unlisted',
    sectionCondition: 'A',
  }),
  ...both(
    'content no longer adapts, the link is deactivated',
    { visibility: 'share-link', firstCondition: 'A', link: 'active' },
    { adaptive: false, link: 'inactive' },
  ),
  ...both('content no longer adapts, the site closes', { sectionCondition: 'A' }, { adaptive: false, ...closed }),
  ...both('a condition ends, the site closes', { sectionCondition: 'A' }, { sectionCondition: null, ...closed }),
  ...both(
    'the condition of a section ends, its site-space gets one',
    { sectionCondition: 'A' },
    { sectionCondition: null, firstCondition: 'A' },
  ),
  ...both(
    'an inner collection leaves a closed one, and closes',
    { outer: null, inner: 'inherit', nested: true, collection: 'inner' },
    { nested: false, inner: null },
  ),
  ...both(
    'an outer collection opens, the inner one closes',
    { outer: null, nested: true, collection: 'inner' },
    { outer: 'edit', inner: null },
  ),
  ...both(
    'a space can be edited by all, its collection closes',
    { level: null, collection: 'outer', outer: 'read' },
    { level: 'inherit', outer: null },
  ),
  gitbook(
    'a section is published, its site-space gets a condition',
    { sectionDraft: true },
    { sectionDraft: false, firstCondition: 'A' },
  ),
  gitbook(
    'a site-space is published, its section gets a condition',
    { firstDraft: true },
    { firstDraft: false, sectionCondition: 'B' },
  ),
  gitbook('a site is published, a section is removed', { published: false }, { published: true, section: 'absent' }),
  gitbook(
    'a group is published, a section leaves it as a draft',
    { section: 'group', groupDraft: true },
    { groupDraft: false, section: 'root', sectionDraft: true },
  ),
  gitbook('a new section has a condition', { section: 'absent' }, { section: 'root', sectionCondition: 'A' }),
  gitbook('a new section is in a draft group', { section: 'absent', groupDraft: true }, { section: 'group' }),
  gitbook(
    'the first space of a new section has a condition',
    { section: 'absent' },
    { section: 'root', firstCondition: 'A' },
  ),
];

const unwatched = { order: 0 } as const;

/** A lost connection leaves the same moments as a refusal, unless steps run at the same time, so fixed edits are only refused. */
async function windowsOf(each: AccessPair, orders: readonly number[], isCut = false) {
  const described = caseOfPair(each);
  const whole = await runAccess(described, unwatched);
  const found = new Set(windowsIn(whole.moments, whole.moments));
  const writes = whole.writes.length;
  const ways = [
    ...orders.map((order) => ({ order })),
    ...Array.from({ length: writes }, (_, refused) => ({ refused })),
    ...Array.from({ length: isCut ? writes : 0 }, (_, cut) => ({ cut, order: orders[0] ?? 0 })),
  ];
  for (const how of ways) {
    const { moments, reference } = await runAccess(described, how);
    reference.close();
    for (const one of windowsIn(moments, whole.moments)) found.add(one);
  }
  whole.reference.close();
  return { whole, found: [...found] };
}

describe.each(edits)('%s', (_edit, each) => {
  test('no person can do more than before and after, also if a write is refused or an answer is lost', async () => {
    const { whole, found } = await windowsOf(each, [2, 3]);
    expect(whole.report?.counts).toMatchObject({ failed: 0, skipped: 0, notStarted: 0 });
    expect(whole.planned.plan.windows ?? []).toEqual([]);
    expect(found).toEqual([]);
  });
});

/** The first write narrows, and the second widens. One request that does both is not among them. */
const ordered = edits.filter(([edit]) => !/new section|adapts, the site closes/.test(edit));

test.each(ordered)('%s: the widening is not sent if the narrowing is refused', async (_edit, each) => {
  const whole = await runAccess(caseOfPair(each), {}, false);
  const { writes, report, reference } = await runAccess(caseOfPair(each), { refused: 0 }, false);
  whole.reference.close();
  reference.close();
  expect(whole.writes.length).toBeGreaterThan(1);
  expect(report?.counts.failed).toBeGreaterThan(0);
  expect(writes).not.toContain(whole.writes.at(-1));
});

test('a new section with a condition is announced where the API has no drafts', async () => {
  const { planned, reference } = await runAccess(
    caseOfPair(pair('2025-06', { section: 'absent' }, { section: 'root', sectionCondition: 'A' })),
    {},
    false,
  );
  reference.close();
  expect(planned.plan.windows).toMatchObject([
    { opening: 'sites/docs/sections/one#create', closing: 'sites/docs/sections/one#update' },
  ]);
  expect(planned.plan.changes.flatMap(({ fields }) => fields.map(({ highRisk }) => highRisk))).toContain(
    'anyone can read it until docform sets condition in a second request',
  );
});

test.each([
  ['2025-06', { lostLevel: 'edit' }, { lostLevel: null }, 'update'],
  ['gitbook', { lostLevel: 'edit' }, { lostLevel: null }, 'update'],
  ['2025-06', { outer: null }, { lostCollection: 'outer' }, 'move'],
] as const)(
  '%s: a space that is restored from the trash and then closed is announced, and closed by the next request',
  async (dialect, before, after, closing) => {
    const each = pair(dialect, { ...before, lost: 'trashed' }, { ...after, lost: 'shown' });
    const { whole, found } = await windowsOf(each, [2, 3]);
    expect(found).toContainEqual(expect.stringContaining('Lost'));
    expect(whole.planned.plan.windows).toMatchObject([
      { opening: 'spaces/lost#restore', closing: `spaces/lost#${closing}` },
    ]);
    expect(whole.writes.map((line) => line.replace(/ \{.*/, ''))).toEqual([
      expect.stringContaining('/restore'),
      expect.anything(),
    ]);
    expect(whole.planned.plan.impact).toContainEqual(
      expect.objectContaining({ address: 'spaces/lost', severity: 'high-risk' }),
    );
  },
);

test('generated pairs open no window that their plan does not announce', async () => {
  await always(10, [drawn(drawAccessPair), fc.constant([2, 5])], async (each, orders) => {
    const { whole, found } = await windowsOf(each, orders, true);
    if ((whole.planned.plan.windows ?? []).length === 0) expect(found).toEqual([]);
  });
});

test('an update that opens a site and releases its first section is split around the delete of the section', async () => {
  const { planned, writes, reference } = await runAccess(
    caseOfPair(pair('2025-06', { visibility: 'visitor-auth', home: true }, { visibility: 'public', home: false })),
    {},
    false,
  );
  reference.close();
  expect(planned.plan.windows).toBeUndefined();
  expect(writes.map((line) => line.split(' ')[0])).toEqual(['PATCH', 'DELETE', 'PATCH']);
});

describe.each(['2025-06', 'gitbook'] as const)('%s: a flat site gets sections', (dialect) => {
  const site = (visibility: string) => ({
    title: 'Docs',
    visibility,
    adaptiveContent: true,
    visitor: { claims: { a: { type: 'boolean', description: 'A' } } },
  });
  const described = (before: string, after: string) =>
    caseOf({
      dialect,
      live: {
        members: { 'bo@acme.dev': 'read', 'cy@acme.dev': 'edit', 'di@acme.dev': null, 'eve@acme.dev': 'create' },
        spaces: { home: { title: 'Home' }, first: { title: 'First' } },
        sites: { docs: { ...site(before), structure: [{ space: 'home' }] } },
      } as Case['live'],
      desired: stringify({
        members: { 'bo@acme.dev': 'read', 'cy@acme.dev': 'edit', 'di@acme.dev': null, 'eve@acme.dev': 'create' },
        spaces: { home: { title: 'Home' }, first: { title: 'First', defaultLevel: null } },
        sites: {
          docs: {
            ...site(after),
            replace: true,
            structure: [
              { section: 'guides', title: 'Guides', spaces: [{ space: 'home' }] },
              {
                section: 'one',
                title: 'One',
                condition: 'visitor.claims.a == true',
                spaces: [{ space: 'first' }],
              },
            ],
          },
        },
      }),
    });

  test('nobody reads more than before and after, except in an announced window', async () => {
    for (const [before, after] of [
      ['visitor-auth', 'public'],
      ['public', 'public'],
      ['public', 'visitor-auth'],
    ] as const) {
      const whole = await runAccess(described(before, after));
      whole.reference.close();
      expect(whole.planned.plan.changes.flatMap(({ blocked }) => blocked ?? [])).toEqual([]);
      expect(whole.report?.counts).toMatchObject({ failed: 0, skipped: 0, notStarted: 0 });
      const isAnnounced = whole.planned.plan.windows !== undefined;
      const found = new Set(windowsIn(whole.moments, whole.moments));
      for (const refused of whole.writes.keys()) {
        const { moments, reference } = await runAccess(described(before, after), { refused });
        reference.close();
        for (const one of windowsIn(moments, whole.moments)) found.add(one);
      }
      // Site-spaces get other containers, so only their content can be compared.
      const read = [...found].filter((line) => line.includes(' reads '));
      expect({ before, after, read: isAnnounced ? [] : read }).toEqual({ before, after, read: [] });
      // Without drafts, nothing can hide a new section before its condition.
      expect(isAnnounced).toBe(dialect === '2025-06');
    }
  });
});
