/** Tests the page of changes. */
import { expect, test } from 'vitest';
import type { Kind, Row } from '../../src/server/store/records.ts';
import { type Drawn, draw } from './drawn.ts';
import { hostile, hostileWorld } from './hostile-world.ts';
import { attributesIn, headingLevels } from './markup.ts';

function rowsOf<K extends Kind>({ store }: Drawn, kind: K): readonly Row<K>[] {
  return store.everything().filter((row) => row.kind === kind) as unknown as readonly Row<K>[];
}

function change<K extends Kind>(
  drawn: Drawn,
  row: Row<K> | undefined,
  to: Partial<Omit<Row<K>, 'data'>> & { readonly data?: Partial<Row<K>['data']> },
): void {
  if (row === undefined) throw new Error('there is no such object');
  const { data, ...rest } = to;
  drawn.store.transact('write', () => drawn.store.replace(row, { ...row, ...rest, data: { ...row.data, ...data } }));
}

const snapshot = (drawn: Drawn): void =>
  drawn.store.transact('write', () => drawn.store.takeSnapshot('before', '2026-02-03T12:00:00.000Z'));
const since = (drawn: Drawn): string => drawn.markup('changes', 'since=before');
const plain = (markup: string): string =>
  markup
    .replace(/<[^>]*>/g, ' ')
    .replace(/&quot;/g, '"')
    .replace(/\s+/g, ' ');

test('the page explains snapshots if there is none, and reports an unchanged state', () => {
  const drawn = draw('medium');
  expect(drawn.markup('changes')).toContain('No snapshots');
  snapshot(drawn);
  expect(drawn.markup('changes')).toContain('<a href="/_platform/changes?since=before&amp;organization=');
  expect(since(drawn)).toContain('No changes.');
  expect(drawn.page('changes', 'since=never')?.status).toBe(404);
});

test('the page shows created, deleted, moved and changed objects, with values and both navigations', () => {
  const drawn = draw('medium');
  snapshot(drawn);
  const sections = rowsOf(drawn, 'section');
  const [guides, api] = ['guides', 'api'].map((path) => sections.find(({ data }) => data.path === path));
  change(drawn, guides, { data: { title: 'How to', path: 'how-to' } });
  const group = rowsOf(drawn, 'section-group').find(({ data }) => data.title === 'Past versions');
  change(drawn, api, { parent: group?.id ?? '', data: { group: group?.id ?? '' } });
  const member = rowsOf(drawn, 'team-member')[0];
  drawn.store.transact('write', () => {
    if (member !== undefined) drawn.store.remove(member);
  });
  const text = since(drawn);
  const told = plain(text);
  for (const part of [
    /changed section How to title Guides → How to path guides → how-to/,
    /moved section API/,
    /API from Products/,
    /How to was Guides/,
    /deleted team-member /,
  ])
    expect(told).toMatch(part);
  expect(text.match(/<path class="moved"/g)).toHaveLength(1);
  expect(headingLevels(text).every((level, at, all) => at === 0 || level <= (all[at - 1] ?? 0) + 2)).toBe(true);
});

test('a permission is shown with the title of its team or the name of its member', () => {
  const drawn = draw('medium');
  snapshot(drawn);
  const [space] = rowsOf(drawn, 'space');
  const [team] = rowsOf(drawn, 'team');
  const [member] = rowsOf(drawn, 'member');
  if (space === undefined || team === undefined || member === undefined)
    throw new Error('the fixture has no such object');
  const shared = { parent: space.id, scope: space.id, position: 1, target: space.scope, uniqueKey: null };
  drawn.store.transact('write', () => {
    drawn.store.insert({ ...shared, kind: 'team-permission', id: team.id, data: { role: 'edit' } });
    drawn.store.insert({ ...shared, kind: 'member-permission', id: member.id, data: { role: 'read' } });
    drawn.store.replace(team, { ...team, data: { ...team.data, title: 'Writers' } });
  });
  const told = plain(since(drawn));
  expect(told).toContain('new team-permission Writers');
  expect(told).toContain(`new member-permission ${member.data.displayName}`);
  expect(told).toMatch(/changed team Writers title .* → Writers/);
});

test('the page shows no secrets and no objects of other organizations', () => {
  const drawn = draw('medium');
  snapshot(drawn);
  const [link] = rowsOf(drawn, 'share-link');
  const was = link?.data.key ?? '';
  change(drawn, link, { data: { key: 'another-secret' } });
  const other = rowsOf(drawn, 'organization').find(({ id }) => id !== drawn.organization);
  change(drawn, other, { data: { title: 'Globex Ltd' } });
  const told = since(drawn);
  expect(told).toContain('another value, hidden');
  expect(was).not.toBe('');
  expect([told.includes('another-secret'), told.includes(was)]).toEqual([false, false]);
  expect(told.slice(told.indexOf('<main')).includes('Globex Ltd')).toBe(false);
});

test('titles are never interpreted as markup', () => {
  const drawn = draw(hostileWorld);
  snapshot(drawn);
  for (const kind of ['site', 'section', 'space', 'team', 'collection'] as const)
    for (const row of rowsOf(drawn, kind)) change(drawn, row as Row<'team'>, { data: { title: `${hostile} again` } });
  const text = since(drawn);
  expect(
    attributesIn(text).filter(
      ({ name, value }) =>
        /^on|^style$/.test(name) || (/href|src/.test(name) && !/^(\/_platform\/|#main$)/.test(value)),
    ),
  ).toEqual([]);
  expect(text).not.toMatch(/[\u200b\u202e\u2066\ufeff]/u);
});
