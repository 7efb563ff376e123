/** Links of pages are resolved to what they point to: pages, files, and what the organization has. */
import { beforeAll, expect, test } from 'vitest';
import { createFixture } from '../../src/server/index.ts';
import { withContent } from '../support/live-world.ts';
import { type Json, type Opened, open, speak } from './open.ts';

let at: Opened;
let space: string;
/** What each link leads to, by the words of the world below. */
let found: ReadonlyMap<string, Json>;

/** The ids are those that the medium seed gives, so they are read from it first. */
async function addresses(): Promise<{ readonly [address: string]: string }> {
  const seeded = open({ seed: 'medium' });
  const [admin] = await seeded.list('~/members?order=asc');
  const spaces = await seeded.list(`~/members/${admin?.id}/spaces`);
  const idOf = (title: string): string => spaces.find((one) => one.space.title === title)?.space.id;
  const [product] = await seeded.list('~/collections');
  const app = `https://app.example.com/o/${seeded.platform.organization}`;
  return {
    '/openapi/payments': 'openapi ok',
    '/openapi/nothing': 'nothing broken',
    '/reusable-contents/reusable_support': 'reusable-content ok',
    '/reusable-contents/nothing': 'nothing broken',
    '/spaces/nothing': 'nothing broken',
    [`/spaces/${idOf('Changelog')}`]: 'space ok',
    [`/spaces/${idOf('Runbook')}`]: 'space ok',
    [`/collections/${product?.id}`]: 'collection ok',
    [`/users/${admin?.id}`]: 'user ok',
    [`${app}/s/${idOf('Changelog')}`]: 'space in-app',
    [`${app}/c/${product?.id}`]: 'collection in-app',
    [`${app}/openapi/payments`]: 'openapi in-app',
    [`${app}/s/nothing`]: 'url in-app',
    'https://app.example.com/o/other/s/x': 'url in-app',
    'https://acme.dev/spaces/x': 'url ok',
    '/spaces': 'nothing broken',
    'https://[': 'url broken',
  };
}

let expected: { readonly [address: string]: string };

beforeAll(async () => {
  expected = await addresses();
  const world = createFixture('medium', 1);
  const markdown = Object.keys(expected)
    .map((address) => `[x](<${address}>)`)
    .join(' ');
  const pages = [{ title: 'Links', slug: 'links', type: 'document' as const, markdown }];
  at = open({ seed: withContent(world, (content) => ({ ...content, pages })) });
  const [admin] = await at.list('~/members?order=asc');
  space = (await at.list(`~/members/${admin?.id}/spaces`)).find((one) => one.space.title === 'Home')?.space.id;
  const items = await at.list(`/v1/spaces/${space}/links`);
  found = new Map(Object.keys(expected).map((address, index) => [address, items[index] as Json]));
});

test('every link has the kind and status of what it points to; there is no reference to nothing', () => {
  expect(
    Object.fromEntries(
      [...found].map(([address, { targetReference, status }]) => [
        address,
        `${targetReference?.kind ?? 'nothing'} ${status}`,
      ]),
    ),
  ).toEqual(expected);
});

test('a reference carries what it points to', () => {
  const titles = [...found.values()].map(({ targetReference }) => {
    const { kind, collection, user, reusableContent, openAPISpec, space: shown } = targetReference ?? {};
    return [
      kind,
      collection?.title ?? user?.displayName ?? reusableContent?.title ?? openAPISpec?.slug ?? shown?.title,
    ].join(' ');
  });
  expect(titles).toEqual(
    expect.arrayContaining([
      'space Changelog',
      'space Runbook',
      'collection Product',
      'user Ana Ruiz',
      'openapi payments',
      'reusable-content Support',
    ]),
  );
});

test('what the caller may not see is not shown by a link to it', async () => {
  const bo = speak({ ...at.platform, token: at.platform.tokenFor('bo@acme.dev') });
  const shown = (await bo.list(`/v1/spaces/${space}/links`)).filter(
    ({ targetReference }) => targetReference?.kind === 'space',
  );
  expect(JSON.stringify(shown)).toContain('"Changelog"');
  expect(JSON.stringify(shown)).not.toContain('"Runbook"');
});
