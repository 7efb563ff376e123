/** Tests the targets of links: pages, files, and objects of the organization. */
import { beforeAll, expect, test } from 'vitest';
import { createFixture } from '../../src/server/index.ts';
import { withContent } from '../support/live-world.ts';
import { type Json, type Opened, open, speak } from './open.ts';

let at: Opened;
let space: string;
/** The targets of the links by address. */
let found: ReadonlyMap<string, Json>;

/** Reads the ids of the fixture first. */
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

test('every link has the kind and status of its target, and no reference without a target', () => {
  expect(
    Object.fromEntries(
      [...found].map(([address, { targetReference, status }]) => [
        address,
        `${targetReference?.kind ?? 'nothing'} ${status}`,
      ]),
    ),
  ).toEqual(expected);
});

test('a reference contains its target', () => {
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

test('a link does not reveal objects that the caller cannot see', async () => {
  const bo = speak({ ...at.platform, token: at.platform.tokenFor('bo@acme.dev') });
  const shown = (await bo.list(`/v1/spaces/${space}/links`)).filter(
    ({ targetReference }) => targetReference?.kind === 'space',
  );
  expect(JSON.stringify(shown)).toContain('"Changelog"');
  expect(JSON.stringify(shown)).not.toContain('"Runbook"');
});
