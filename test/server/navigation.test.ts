/** Tests sections and groups: creates, wrapping, order, paths, defaults. */
import { beforeEach, expect, test } from 'vitest';
import { type Json, makeSpaces, type Opened, open } from './open.ts';

let at: Opened;
let site: string;
let spaces: readonly string[];

beforeEach(async () => {
  at = open({ seed: 'empty' });
  spaces = await makeSpaces(at, 'One', 'Two', 'Three', 'Four');
  site = `~/sites/${(await at.post('~/sites', { title: 'Docs' })).id}`;
});

const addSection = (title: string, space = spaces[0]): Promise<Json> =>
  at.post(`${site}/sections`, { spaceId: space, title });
const addGroup = (title: string, ...sections: readonly Json[]): Promise<Json> =>
  at.post(`${site}/section-groups`, { title, sections: sections.map(({ id }) => id) });
const titles = async (): Promise<string> => (await at.list(`${site}/sections`)).map(({ title }) => title).join(' ');
const move = (section: Json, position: object): Promise<Json> =>
  at.post(`${site}/sections/${section.id}/move`, { position });
const beside = (section: Json) => ({ type: 'site-section', siteSection: section.id });
const root = (of: Json) => ({ type: of.object, id: of.id });
const moveGroup = (group: Json, position: object): Promise<Json> =>
  at.post(`${site}/section-groups/${group.id}/move`, { position });

test('a new section has a site-space and a path, and the first section is the default', async () => {
  const first = await addSection('Getting Started');
  expect(first).toMatchObject({ title: 'Getting Started', path: 'getting-started', default: true });
  expect(first.siteSpaces).toMatchObject([
    { section: first.id, path: 'one', title: 'One', default: true, space: { id: spaces[0] } },
  ]);
  const second = await addSection('Getting started');
  expect(second).toMatchObject({ path: 'getting-started-2', default: false });
  expect((await at.post(`${site}/sections`, { spaceId: spaces[1] })).title).toBe('Two');
  expect((await at.get(site)).siteSpaces).toBe(3);
});

test('creating ignores the description, and PATCH sets, keeps or removes it', async () => {
  const section = await at.post(`${site}/sections`, { spaceId: spaces[0], title: 'Guides', description: 'x' });
  expect(section).not.toHaveProperty('description');
  const path = `${site}/sections/${section.id}`;
  await at.patch(path, { description: 'How to', icon: 'book', condition: 'visitor.claims.beta == true' });
  const kept = await at.patch(path, { title: 'T'.repeat(100) });
  expect(kept).toMatchObject({ description: 'How to', icon: 'book', condition: 'visitor.claims.beta == true' });
  const removed = await at.patch(path, { description: null, icon: null, condition: null });
  for (const name of ['description', 'icon', 'condition']) expect(removed).not.toHaveProperty(name);
});

test('the first section of a flat site takes its site-spaces, with ids and order', async () => {
  const flat = `~/sites/${(await at.post('~/sites', { title: 'Flat Site', spaces: [spaces[0], spaces[1]] })).id}`;
  const before = await at.list(`${flat}/site-spaces`);
  await at.patch(flat, { defaultSiteSpace: before[1]?.id });
  await at.post(`${flat}/sections`, { spaceId: spaces[2], title: 'New' });
  const [wrapper, added] = await at.list(`${flat}/sections`);
  expect(wrapper).toMatchObject({ title: 'Flat Site', path: 'flat-site', default: true });
  expect(added).toMatchObject({ title: 'New', default: false });
  const wrapped: readonly Json[] = wrapper?.siteSpaces;
  expect(wrapped.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(wrapped.map((one) => [one.section, one.default])).toEqual([
    [wrapper?.id, false],
    [wrapper?.id, true],
  ]);
});

test('repeated moves place a section directly before or after a sibling', async () => {
  const [a, b, c] = [await addSection('A1'), await addSection('B1'), await addSection('C1')];
  await move(c, { before: beside(a) });
  expect(await titles()).toBe('C1 A1 B1');
  await move(c, { after: beside(b) });
  expect(await titles()).toBe('A1 B1 C1');
  for (let time = 0; time < 120; time += 1) {
    await move(time % 2 === 0 ? c : b, { after: beside(a) });
    if (time > 40) expect(await titles(), `move ${time}`).toBe(time % 2 === 0 ? 'A1 C1 B1' : 'A1 B1 C1');
  }
  await move(b, { before: beside(c) });
  expect(await titles()).toBe('A1 B1 C1');
});

test('a position names exactly one sibling of a valid kind', async () => {
  const [a, b] = [await addSection('A1'), await addSection('B1')];
  const inGroup = await addSection('C1');
  const group = await addGroup('Group', inGroup);
  const refusals = [
    {},
    { before: beside(b), after: beside(b) },
    { before: beside(a) },
    { before: beside(inGroup) },
    { before: beside(group) },
  ];
  for (const position of [...refusals, { before: root(group) }]) {
    expect(await at.refused('POST', `${site}/sections/${a.id}/move`, { position }), JSON.stringify(position)).toBe(400);
  }
  expect(
    await at.refused('POST', `${site}/section-groups/${group.id}/move`, { position: { before: root(inGroup) } }),
  ).toBe(400);
  expect(await titles()).toBe('A1 B1 C1');
});

test('groups and sections share the order of the root, and sections are listed depth first', async () => {
  const [a, b, c, d] = [await addSection('A1'), await addSection('B1'), await addSection('C1'), await addSection('D1')];
  const group = await addGroup('Group', d, b);
  expect(group.sections.map(({ title }: Json) => title)).toEqual(['D1', 'B1']);
  expect(await titles()).toBe('A1 C1 D1 B1');
  await moveGroup(group, { before: root(a) });
  expect(await titles()).toBe('D1 B1 A1 C1');
  const other = await addGroup('Other', c);
  await moveGroup(other, { after: root(group) });
  expect(await titles()).toBe('D1 B1 C1 A1');
  await move(b, { before: beside(d) });
  expect(await titles()).toBe('B1 D1 C1 A1');
  expect((await at.list(`${site}/sections`)).map((one) => one.sectionGroup)).toEqual([
    group.id,
    group.id,
    other.id,
    undefined,
  ]);
  expect((await at.list(`${site}/section-groups`)).map(({ title }) => title)).toEqual(['Group', 'Other']);
});

test('joining a group appends, leaving appends to the root, and a deleted group leaves its sections in its place', async () => {
  const [a, b, c] = [await addSection('A1'), await addSection('B1'), await addSection('C1')];
  const group = await addGroup('Group', a);
  await moveGroup(group, { before: root(b) });
  const members = `${site}/section-groups/${group.id}/sections`;
  await at.post(members, { sectionId: c.id });
  expect(await titles()).toBe('A1 C1 B1');
  expect(await at.refused('POST', members, { sectionId: c.id })).toBe(409);
  await at.delete(`${members}/${a.id}`);
  expect(await titles()).toBe('C1 B1 A1');
  expect(await at.refused('DELETE', `${members}/${a.id}`)).toBe(404);
  await at.post(members, { sectionId: a.id });
  await at.delete(`${site}/section-groups/${group.id}`);
  expect(await titles()).toBe('C1 A1 B1');
  expect((await at.list(`${site}/sections`)).some((one) => 'sectionGroup' in one)).toBe(false);
  expect(await at.list(`${site}/section-groups`)).toEqual([]);
});

test('a section of another group is refused, and the new group is not created', async () => {
  const a = await addSection('A1');
  await addGroup('One', a);
  expect(await at.refused('POST', `${site}/section-groups`, { title: 'Two', sections: [a.id] })).toBe(409);
  expect(await at.list(`${site}/section-groups`)).toHaveLength(1);
});

test('section paths are unique on the whole site, including groups', async () => {
  const [a, b] = [await addSection('A1'), await addSection('B1')];
  await addGroup('Group', b);
  expect(await at.refused('PATCH', `${site}/sections/${a.id}`, { path: 'b1' })).toBe(409);
  await at.patch(`${site}/sections/${a.id}`, { path: 'a1' });
  await at.patch(`${site}/sections/${b.id}`, { path: 'free' });
  expect((await at.patch(`${site}/sections/${a.id}`, { path: 'b1' })).path).toBe('b1');
});

test('deleting the default section selects the next one, or the first after the last', async () => {
  const [a, b, c] = [await addSection('A1'), await addSection('B1'), await addSection('C1')];
  await at.patch(site, { defaultSiteSection: b.id });
  const defaults = async () =>
    (await at.list(`${site}/sections`)).filter((one) => one.default).map(({ title }) => title);
  await at.delete(`${site}/sections/${b.id}`);
  expect(await defaults()).toEqual(['C1']);
  await at.delete(`${site}/sections/${c.id}`);
  expect(await defaults()).toEqual(['A1']);
  await at.delete(`${site}/sections/${a.id}`);
  expect(await at.list(`${site}/sections`)).toEqual([]);
  expect(await at.list(`${site}/site-spaces`)).toEqual([]);
  expect((await addSection('D1')).default).toBe(true);
});

test('objects of another site or organization are not found', async () => {
  const medium = open({ seed: 'medium' });
  const [docs, partners] = await medium.list('~/sites');
  const [, globex] = await medium.list('/v1/orgs');
  const [section] = await medium.list(`~/sites/${docs?.id}/sections`);
  const [group] = await medium.list(`~/sites/${docs?.id}/section-groups`);
  const [siteSpace] = await medium.list(`~/sites/${docs?.id}/site-spaces`);
  const there = `~/sites/${partners?.id}`;
  for (const path of [`sections/${section?.id}`, `section-groups/${group?.id}`, `site-spaces/${siteSpace?.id}`]) {
    expect(await medium.refused('PATCH', `${there}/${path}`, {}), path).toBe(404);
    expect(await medium.refused('DELETE', `${there}/${path}`), path).toBe(404);
  }
  expect(await medium.refused('PATCH', there, { defaultSiteSection: section?.id })).toBe(404);
  expect(
    await medium.refused('POST', `${there}/site-spaces`, { spaceId: siteSpace?.space.id, sectionId: section?.id }),
  ).toBe(404);
  const abroad = await medium.post(`/v1/orgs/${globex?.id}/sites`, { title: 'Abroad' });
  expect(await medium.refused('GET', `~/sites/${abroad.id}`)).toBe(404);
  for (const list of ['sections', 'site-spaces']) {
    const body = { spaceId: siteSpace?.space.id };
    expect(await medium.refused('POST', `/v1/orgs/${globex?.id}/sites/${abroad.id}/${list}`, body), list).toBe(404);
  }
});
