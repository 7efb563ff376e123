/** Tests search: spaces, pages and sections, ranking, and access. */
import { beforeEach, expect, test } from 'vitest';
import { contentOf } from '../../src/server/fixture/objects.ts';
import { createFixture, type Fixture } from '../../src/server/index.ts';
import { withObjects } from '../support/live-world.ts';
import { type Json, makeSpaces, type Opened, open, speak } from './open.ts';

const guide = [
  '# Refund guide',
  '',
  'How money goes back.',
  '',
  '## Partial refunds',
  'Ask for a *part* of the [amount](https://acme.dev/amount).',
  '',
  '## Émigré cards',
  '```sh',
  '# not a heading',
  'curl --refund-now',
  '```',
  '## Partial refunds',
  'Twice.',
].join('\n');

function world(): Fixture {
  const page = (title: string, markdown = '') => ({
    title,
    slug: title.toLowerCase().replaceAll(' ', '-'),
    type: 'document' as const,
    markdown,
  });
  const content = (space: string, ...pages: readonly ReturnType<typeof page>[]) =>
    contentOf(space, { pages, files: [], comments: [], changeRequests: [] });
  const contents = [
    content('home', page('Welcome', 'Everything about chargebacks.'), page('Refund guide', guide)),
    content('changelog', page('June', 'A refund is quicker now.')),
    content('runbook', page('Refund emergency', 'Call zebra.')),
  ];
  return withObjects(createFixture('medium', 1), (objects) => [
    ...objects.filter(({ kind }) => kind !== 'content'),
    ...(objects.some(({ id }) => id === 'spaces/home') ? contents : []),
  ]);
}

let at: Opened;

beforeEach(() => {
  at = open({ seed: world(), strict: true });
});

const search = (query: string): Promise<readonly Json[]> => at.list(`~/search?query=${encodeURIComponent(query)}`);
/** `space > page > section, section` for each result. */
const outline = async (query: string): Promise<string[]> =>
  (await search(query)).flatMap(({ title, pages }) =>
    pages.length === 0
      ? [title]
      : pages.map((page: Json) => [title, page.title, ...page.sections.map((one: Json) => one.title)].join(' > ')),
  );

test('hits in titles come before hits in texts', async () => {
  const found = await outline('refund');
  expect(found[0]).toMatch(/^(Runbook > Refund emergency|Home > Refund guide)/);
  expect(found.at(-1)).toBe('Changelog > June > June');
  expect(found).toHaveLength(3);
});

test('sections are found by heading and text, with anchor, plain body and URL', async () => {
  const [home] = await search('partial');
  const [page] = home?.pages ?? [];
  expect(page).toMatchObject({ title: 'Refund guide', path: 'refund-guide' });
  expect(page.sections.map(({ title, path, body }: Json) => [title, path, body])).toEqual(
    expect.arrayContaining([
      ['Partial refunds', 'refund-guide#partial-refunds', 'Ask for a part of the amount.'],
      ['Partial refunds', 'refund-guide#partial-refunds-1', 'Twice.'],
    ]),
  );
  expect(page.sections[0].urls.app).toBe(`${page.urls.app}#${page.sections[0].path.split('#')[1]}`);
  expect(new Set(page.sections.map(({ id }: Json) => id)).size).toBe(2);
  expect(await outline('money')).toEqual(['Home > Refund guide > Refund guide']);
  expect((await search('curl'))[0]?.pages[0].sections[0]).toMatchObject({
    title: 'Émigré cards',
    body: '# not a heading\ncurl --refund-now',
  });
});

test('every word must match, the last can be a prefix, and accents and case are ignored', async () => {
  expect(await outline('charge')).toEqual(['Home > Welcome > Welcome']);
  expect(await outline('EMIGRE')).toEqual(['Home > Refund guide > Émigré cards']);
  expect(await outline('guide zebra')).toEqual([]);
  expect(await outline('char everything')).toEqual([]);
  expect(await outline('home chargebacks')).toEqual(['Home > Welcome > Welcome']);
  expect(await outline('payments e')).toContain('Payments EN');
});

test('a search accepts any text', async () => {
  const odd = [
    '"',
    "'",
    '"refund',
    'refund*',
    'NOT',
    'refund OR',
    'AND AND',
    '(',
    'title:refund',
    '{a b}:c',
    '^x',
    '-',
    '\\',
    '%',
    '👍',
    '\u0301',
    '\u0000',
    'ﷺ',
    '支払い',
    'a'.repeat(512),
    '\ufffd',
    '--',
    ';drop',
    'NEAR(a b)',
  ];
  for (const query of odd)
    expect((await at.send('GET', `~/search?query=${encodeURIComponent(query)}`)).status, query).toBe(200);
  expect(await outline('"REFUND" OR')).toEqual([]);
  expect(await search('')).toEqual([]);
  expect(await at.refused('GET', `~/search?query=${'a'.repeat(513)}`)).toBe(400);
  expect(await at.refused('GET', '~/search')).toBe(400);
});

test('results are paged by space, and include new text', async () => {
  const whole = await at.list('~/search?query=refund');
  expect(whole).toHaveLength(3);
  expect(await at.list('~/search?query=refund', 1)).toEqual(whole);
  expect(await at.get('~/search?query=refund&limit=0')).toEqual({ count: 3, items: [] });
  const [zebra] = await makeSpaces(at, 'Zebra crossing');
  expect((await search('zebra')).map(({ title }) => title).sort()).toEqual(['Runbook', 'Zebra crossing']);
  await at.delete(`/v1/spaces/${zebra}`);
  expect((await search('zebra')).map(({ title }) => title)).toEqual(['Runbook']);
  await at.post(`/v1/spaces/${zebra}/restore`);
  expect(await search('zebra')).toHaveLength(2);
});

test('a search finds only objects that the caller can see', async () => {
  const as = (email: string) => speak({ ...at.platform, token: at.platform.tokenFor(email) });
  const titles = async (email: string) =>
    (await as(email).list('~/search?query=refund')).map(({ title }) => title).sort();
  expect(await titles('ana@acme.dev')).toEqual(['Changelog', 'Home', 'Runbook']);
  expect(await titles('bo@acme.dev')).toEqual(['Changelog', 'Home']);
  expect(await as('eve@acme.dev').refused('GET', '~/search?query=refund')).toBe(403);
  expect(await as('gus@example.com').refused('GET', '~/search?query=refund')).toBe(404);
});
