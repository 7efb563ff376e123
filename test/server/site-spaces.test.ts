/** Tests site-spaces: order, paths, defaults, the last one, deleted spaces. */
import { beforeEach, expect, test } from 'vitest';
import { type Json, makeSpaces, type Opened, open } from './open.ts';

let at: Opened;
let site: string;
let spaces: readonly string[];

beforeEach(async () => {
  at = open({ seed: 'empty' });
  spaces = await makeSpaces(at, 'One', 'Two', 'Three');
  site = `~/sites/${(await at.post('~/sites', { title: 'Docs' })).id}`;
});

const add = (space: string | undefined, sectionId?: string): Promise<Json> =>
  at.post(`${site}/site-spaces`, sectionId === undefined ? { spaceId: space } : { spaceId: space, sectionId });
const titles = async (query = ''): Promise<string> =>
  (await at.list(`${site}/site-spaces${query}`)).map(({ title }) => title).join(' ');

test('site-spaces of a flat site are ordered at the root, and can be moved', async () => {
  const [one, , three] = [await add(spaces[0]), await add(spaces[1]), await add(spaces[2])];
  expect(one).toMatchObject({ path: 'one', default: true });
  expect(one).not.toHaveProperty('section');
  const position = { before: { type: 'site-space', siteSpace: one?.id } };
  await at.post(`${site}/site-spaces/${three?.id}/move`, { position });
  expect(await titles()).toBe('Three One Two');
  expect(await at.refused('POST', `${site}/site-spaces/${one?.id}/move`, { position })).toBe(400);
});

test('without sectionId, a site-space is added to the default section', async () => {
  const first = await at.post(`${site}/sections`, { spaceId: spaces[0], title: 'First' });
  const second = await at.post(`${site}/sections`, { spaceId: spaces[0], title: 'Second' });
  expect((await add(spaces[1])).section).toBe(first.id);
  expect((await add(spaces[1], second.id)).section).toBe(second.id);
  expect(await titles()).toBe('One Two One Two');
  expect(await at.refused('POST', `${site}/site-spaces`, { spaceId: spaces[1], sectionId: second.id })).toBe(409);
});

test('a site-space cannot be moved next to one of another section', async () => {
  const first = await at.post(`${site}/sections`, { spaceId: spaces[0], title: 'First' });
  const second = await at.post(`${site}/sections`, { spaceId: spaces[1], title: 'Second' });
  const position = { after: { type: 'site-space', siteSpace: second.siteSpaces[0].id } };
  expect(await at.refused('POST', `${site}/site-spaces/${first.siteSpaces[0].id}/move`, { position })).toBe(400);
});

test('paths are unique in a section only, and a condition can be removed', async () => {
  const first = await at.post(`${site}/sections`, { spaceId: spaces[0], title: 'First' });
  const second = await at.post(`${site}/sections`, { spaceId: spaces[0], title: 'Second' });
  const added = await add(spaces[1], first.id);
  expect(await at.refused('PATCH', `${site}/site-spaces/${added.id}`, { path: 'one' })).toBe(409);
  const other = await add(spaces[1], second.id);
  expect((await at.patch(`${site}/site-spaces/${other.id}`, { path: 'two' })).path).toBe('two');
  await at.patch(`${site}/site-spaces/${added.id}`, { condition: 'visitor.claims.beta == true' });
  expect(await at.patch(`${site}/site-spaces/${added.id}`, { path: 'en' })).toHaveProperty('condition');
  expect(await at.patch(`${site}/site-spaces/${added.id}`, { condition: null })).not.toHaveProperty('condition');
});

test('each section has a default, and the list marks the default of the site', async () => {
  const first = await at.post(`${site}/sections`, { spaceId: spaces[0], title: 'First' });
  const second = await at.post(`${site}/sections`, { spaceId: spaces[1], title: 'Second' });
  const added = await add(spaces[2], second.id);
  await at.patch(`${site}/sections/${second.id}`, { defaultSiteSpace: added.id });
  const flags = async (query = '') =>
    (await at.list(`${site}/site-spaces${query}`)).map((one) => [one.title, one.default]);
  expect(await flags()).toEqual([
    ['One', true],
    ['Two', false],
    ['Three', false],
  ]);
  expect(await flags('?default=false')).toEqual([
    ['Two', false],
    ['Three', false],
  ]);
  const within = await at.list(`${site}/sections`);
  expect(
    within.map(({ siteSpaces }) =>
      siteSpaces.map((one: { title: string; default: boolean }) => [one.title, one.default]),
    ),
  ).toEqual([
    [['One', true]],
    [
      ['Two', false],
      ['Three', true],
    ],
  ]);
  expect(await titles('?default=true')).toBe('One');
  expect(await titles('?default=false')).toBe('Two Three');
  expect(await at.refused('PATCH', `${site}/sections/${first.id}`, { defaultSiteSpace: added.id })).toBe(400);
  expect(await at.refused('PATCH', site, { defaultSiteSpace: added.id })).toBe(412);
  await at.patch(site, { defaultSiteSection: second.id, defaultSiteSpace: second.siteSpaces[0].id });
  expect(await titles('?default=true')).toBe('Two');
});

test('deleting the default selects the next one, and the last site-space of a section cannot be deleted', async () => {
  const section = await at.post(`${site}/sections`, { spaceId: spaces[0], title: 'First' });
  await add(spaces[1]);
  const path = (siteSpace: Json | undefined): string => `${site}/site-spaces/${siteSpace?.id}`;
  await at.delete(path(section.siteSpaces[0]));
  const [left] = await at.list(`${site}/site-spaces`);
  expect(left).toMatchObject({ title: 'Two', default: true });
  expect(await at.refused('DELETE', path(left))).toBe(412);
  expect(await at.refused('DELETE', path(section.siteSpaces[0]))).toBe(404);
});

test('a flat site can lose its last site-space', async () => {
  const only = await add(spaces[0]);
  await at.delete(`${site}/site-spaces/${only.id}`);
  expect(await titles()).toBe('');
  expect((await add(spaces[1])).default).toBe(true);
});

test('deleting site-spaces, sections and sites keeps the spaces, and deleting a space deletes its site-spaces', async () => {
  const section = await at.post(`${site}/sections`, { spaceId: spaces[0], title: 'First' });
  await add(spaces[1]);
  expect(await at.refused('DELETE', `/v1/spaces/${spaces[2]}x`)).toBe(404);
  await at.delete(`/v1/spaces/${spaces[0]}`);
  expect(await titles()).toBe('Two');
  expect((await at.list(`${site}/sections`))[0]?.siteSpaces).toMatchObject([{ title: 'Two', default: true }]);
  expect(await at.refused('DELETE', `/v1/spaces/${spaces[1]}`)).toBe(412);
  await at.delete(`${site}/sections/${section.id}`);
  expect(await at.get(`/v1/spaces/${spaces[1]}`)).toMatchObject({ title: 'Two' });
  expect(await at.refused('POST', `${site}/site-spaces`, { spaceId: spaces[0] })).toBe(404);
});
