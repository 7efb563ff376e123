/** Law: the fixtures show every optional member of the contract, so that clients meet it on the reference platform. */
import { expect, test } from 'vitest';
import { endpoints } from '../../src/contract/2025-06/index.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpointAt } from './contract-check.ts';
import { crawl } from './known.ts';
import { open } from './open.ts';

interface Schema {
  readonly properties?: { readonly [name: string]: Schema & { readonly const?: unknown } };
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

/** Members that no fixture shows, with the reason. */
const never = new Set([
  // Clients send `{document: …}`; the fixtures contain Markdown.
  'document.data',
  // Links with ids, which only a running platform knows. Other tests create some.
  'reference.collection',
  'reference.user',
]);

/** Members that identify objects without `object`. */
const known = { documentId: 'page', targetReference: 'link', versionContext: 'reference' } as const;

function baseOf({ properties = {} }: Schema, otherwise: string): string {
  const name = properties.object?.const;
  if (typeof name === 'string') return name;
  const telling = Object.keys(known).find((member) => member in properties) as keyof typeof known | undefined;
  return telling === undefined ? otherwise : known[telling];
}

/** Optional members of a schema or value, such as `site.ads.status`. */
function optional(schema: Schema, at: string, value: { readonly is: unknown } | undefined, found: Set<string>): void {
  for (const variant of schema.anyOf ?? []) optional(variant, at, value, found);
  if (schema.items) {
    const items = value === undefined ? [undefined] : Array.isArray(value.is) ? value.is.map((is) => ({ is })) : [];
    for (const item of items) optional(schema.items, at, item, found);
  }
  const base = baseOf(schema, at);
  for (const [member, inner] of Object.entries(schema.properties ?? {})) {
    const given = value?.is as { readonly [name: string]: unknown } | null | undefined;
    if (value !== undefined && (typeof given !== 'object' || given === null || given[member] === undefined)) continue;
    const path = `${base}.${member}`;
    if (!schema.required?.includes(member)) found.add(path);
    optional(inner, path, value === undefined ? undefined : { is: given?.[member] }, found);
  }
}

function optionalOf(endpoint: Endpoint, value: { readonly is: unknown } | undefined, found: Set<string>): void {
  if (endpoint.method === 'GET' && endpoint.reply)
    optional(endpoint.reply as Schema, endpoint.isPaged ? 'list' : endpoint.name, value, found);
}

test('the fixtures show every optional field of the contract', async () => {
  const said = new Set<string>();
  for (const endpoint of endpoints) optionalOf(endpoint, undefined, said);
  expect(said.size).toBeGreaterThan(100);
  const shown = new Set<string>();
  const at = open({ seed: 'medium', now: () => Date.UTC(2026, 5, 17) });
  const send: typeof at.send = async (method, path, body) => {
    const answer = await at.send(method, path, body);
    const endpoint = endpointAt(method, new URL(path.replace('~', '/v1/orgs/x'), 'http://x').pathname);
    if (endpoint && answer.status < 400) optionalOf(endpoint, { is: answer.body }, shown);
    return answer;
  };
  const { ids } = await crawl({ send });
  // These need a request first: a space in the trash, a page before the last.
  await send('GET', '~/members?limit=1');
  for (const space of ids.get('/v1/spaces') ?? [])
    if ((await at.send('DELETE', `/v1/spaces/${space}`)).status < 300) await send('GET', `/v1/spaces/${space}`);
  expect([...said].filter((path) => !shown.has(path) && !never.has(path)).sort()).toEqual([]);
});
