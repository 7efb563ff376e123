/** Tests that the trees of the page contain the same objects as the API, in the same order. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createPlatform, type Platform } from '../../src/server/index.ts';
import { type Json, speak } from '../server/open.ts';
import { idsIn } from './markup.ts';

let platform: Platform;

afterEach(() => platform.close());

const list = (path: string): Promise<readonly Json[]> => speak(platform).list(path);

async function page(path: string): Promise<string> {
  const response = await platform.fetch(new Request(`http://localhost/_platform/${path}`));
  expect(response.status, path).toBe(200);
  return response.text();
}

const among = (ids: readonly string[], items: readonly Json[]): readonly string[] =>
  ids.filter((id) => items.some((item) => item.id === id));
const ids = (items: readonly Json[]): readonly string[] => items.map(({ id }) => id);
const defaults = (items: readonly Json[]): number => items.filter((item) => item.default).length;

/** Each section or flat site has its own default. */
const defaultsWithin = (sections: readonly Json[], siteSpaces: readonly Json[]): readonly number[] =>
  sections.length === 0 ? [defaults(siteSpaces)] : sections.map((section) => defaults(section.siteSpaces ?? []));
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Compares the page of a site with the lists of the API. */
async function compareSite(site: string): Promise<number> {
  const [sections, siteSpaces, groups] = await Promise.all(
    ['sections', 'site-spaces', 'section-groups'].map((part) => list(`~/sites/${site}/${part}`)),
  );
  const [sectionItems = [], siteSpaceItems = [], groupItems = []] = [sections, siteSpaces, groups];
  const body = await page(`sites/${site}`);
  const shown = idsIn(body);
  expect(shown).toHaveLength(sectionItems.length + siteSpaceItems.length + groupItems.length);
  expect(among(shown, sectionItems)).toEqual(ids(sectionItems));
  expect(among(shown, siteSpaceItems)).toEqual(ids(siteSpaceItems));
  expect(among(shown, groupItems)).toEqual(ids(groupItems));
  for (const group of groupItems) {
    const start = shown.indexOf(group.id) + 1;
    const inGroup = ids(group.sections ?? []);
    expect(among(shown.slice(start), sectionItems).slice(0, inGroup.length)).toEqual(inGroup);
  }
  expect(body.split('>default</span>').length - 1).toBe(
    defaults(sectionItems) + sum(defaultsWithin(sectionItems, siteSpaceItems)),
  );
  for (const { urls } of [...sectionItems, ...siteSpaceItems])
    expect(body).toContain(`<code title="${urls?.published}">`);
  for (const { condition } of [...sectionItems, ...siteSpaceItems])
    if (condition !== undefined) expect(body).toContain(`<code>${condition}</code>`);
  return shown.length;
}

describe.each(['small', 'medium', 'large'] as const)('seed %s', (seed) => {
  beforeEach(() => {
    platform = createPlatform({ seed, control: true });
  });

  test('the tree shows the navigation of every site', async () => {
    let lines = 0;
    for (const { id } of await list('~/sites')) lines += await compareSite(id);
    expect(lines).toBe({ small: 0, medium: 19, large: 25 * 74 }[seed]);
  });

  test('the tree shows collections and spaces', async () => {
    const collections = await list('~/collections');
    const admin = (await list('~/members')).find(({ role }) => role === 'admin')?.id ?? '';
    const spaces = (await list(`~/members/${admin}/spaces`)).map(({ space }) => space as Json);
    const seen = new Set(idsIn((await page('')).split('id="people"')[0]?.split('id="content"')[1] ?? ''));
    for (const { id } of collections) {
      const inside = idsIn(await page(`collections/${id}`));
      expect(among(inside, spaces)).toEqual(ids(await list(`/v1/collections/${id}/spaces`)));
      for (const one of inside) seen.add(one);
    }
    expect(seen.size).toBe(collections.length + spaces.length);
  });
});

test('the tree is correct after moves, deletes and creates', async () => {
  platform = createPlatform({ seed: 'medium', control: true });
  const site = (await list('~/sites'))[0]?.id ?? '';
  const sections = await list(`~/sites/${site}/sections`);
  const groups = await list(`~/sites/${site}/section-groups`);
  const named = (title: string): string =>
    [...sections, ...groups].find((item) => item.title === title)?.id ?? `no ${title}`;
  const before = idsIn(await page(`sites/${site}`));
  const beforeStart = { before: { type: 'site-section', siteSection: named('Start') } };
  await speak(platform).post(`~/sites/${site}/sections/${named('Changes')}/move`, { position: beforeStart });
  await speak(platform).delete(`~/sites/${site}/section-groups/${named('Past versions')}`);
  await speak(platform).post(`~/sites/${site}/section-groups`, { title: 'New group', sections: [named('Start')] });
  expect(await compareSite(site)).toBe(before.length);
  expect(idsIn(await page(`sites/${site}`))).not.toEqual(before);
});

test('a group without sections is shown as hidden', async () => {
  platform = createPlatform({ seed: 'medium', control: true });
  const site = (await list('~/sites'))[0]?.id ?? '';
  expect(await page(`sites/${site}`)).not.toContain('>hidden<');
  await speak(platform).post(`~/sites/${site}/section-groups`, { title: 'Empty' });
  expect(await page(`sites/${site}`)).toMatch(/<bdi>Empty<\/bdi>.*>hidden</);
});
