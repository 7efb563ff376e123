/** Validates every answer in the vendor's dialect against the document that the vendor publishes. */
import { expect, test } from 'vitest';
import { vendorRoutes } from '../../src/server/vendor/index.ts';
import { openVendor, type VendorPlatform } from './dialect-world.ts';
import { publishedDocument } from './published-documents.ts';

const reads = vendorRoutes.filter(({ endpoint }) => endpoint.method === 'GET').map(({ endpoint }) => endpoint);

/** Values of parameters that no list at the same path contains. */
const elsewhere: { readonly [parameter: string]: (at: VendorPlatform, prefix: string) => Promise<readonly string[]> } =
  {
    spaceId: async (at) => (await at.ask('GET', '~/spaces?limit=1000')).items.map(idOf),
    collectionId: async (at) => (await at.ask('GET', '~/collections?limit=1000')).items.map(idOf),
    pageId: async (at, prefix) => ((await at.send('GET', `${prefix}s`)).body.pages ?? []).map(idOf),
    changeRequestId: async () => ['1'],
    emailDomain: async () => ['acme.dev', 'unknown.dev'],
  };

function idOf(item: { readonly id?: string; readonly slug?: string; readonly organization?: { readonly id: string } }) {
  return item.slug ?? item.id ?? item.organization?.id ?? '';
}

/** All paths with existing ids. */
async function filled(at: VendorPlatform, path: string): Promise<readonly string[]> {
  const [, prefix = '', name = '', rest = ''] = /^(.*?)\/\{(\w+)\}(.*)$/.exec(path) ?? [];
  if (name === '') return [path];
  const listed = async () => ((await at.send('GET', `${prefix}?limit=1000`)).body.items ?? []).map(idOf);
  const values = await (elsewhere[name]?.(at, prefix) ?? listed());
  const paths: string[] = [];
  for (const value of values) paths.push(...(await filled(at, `${prefix}/${value}${rest}`)));
  return paths;
}

const required: { readonly [operation: string]: string } = { searchOrganization: '?query=start' };

test.each(['small', 'medium'] as const)('every answer to a read of the fixture %s is as published', async (seed) => {
  const at = openVendor({ seed });
  const answered = new Map<string, Set<number>>();
  for (const { name, path } of reads) {
    const statuses = new Set<number>();
    for (const one of await filled(at, path))
      statuses.add((await at.send('GET', `${one}${required[name] ?? ''}`)).status);
    answered.set(name, statuses);
  }
  at.platform.close();
  expect([...new Set(at.problems)]).toEqual([]);
  const never = [...answered].filter(([, statuses]) => !statuses.has(200)).map(([name]) => name);
  if (seed === 'medium') expect(never).toEqual([]);
});

test('every operation of the dialect is published', () => {
  const document = publishedDocument('0.202');
  const missing = vendorRoutes.flatMap(({ endpoint: { method, path } }) => document.missing(method, path) ?? []);
  expect(missing).toEqual([]);
});
