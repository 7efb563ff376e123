/** Everything that the reference platform answers about an organization, with addresses instead of ids. No code of docform reads it. */
import type { Ledger } from '../../src/core/state.ts';
import type { Platform } from '../../src/server/index.ts';
import { type Item, readerOf } from '../support/platform-facts.ts';

/** One line for each object: its path and its answer, sorted. */
export async function endStateOf(platform: Platform, { resources }: Ledger): Promise<readonly string[]> {
  const { get, list } = readerOf(platform);
  const org = `/orgs/${platform.organization}`;
  const found: [path: string, answer: unknown][] = [];
  const read = async (path: string): Promise<void> => void found.push([path, await get(path)]);
  const readList = async (path: string): Promise<readonly Item[]> => {
    const items = await list(path).catch(() => []);
    found.push(...items.map((item): [string, unknown] => [path, item]));
    return items;
  };
  await read(org);
  for (const name of ['members', 'saml', 'custom-fields', 'openapi', 'translations', 'link-invites'])
    await readList(`${org}/${name}`);
  for (const team of await readList(`${org}/teams`)) await readList(`${org}/teams/${String(team.id)}/members`);
  const admin = (await list(`${org}/members`)).find(({ role }) => role === 'admin');
  const spaces = await readList(`${org}/members/${String(admin?.id)}/spaces`);
  for (const each of spaces) {
    const id = String((each.space as Item | undefined)?.id ?? each.id);
    await read(`/spaces/${id}`);
    const values = await get(`/spaces/${id}/custom-fields`);
    // The fields are in the order of their creation, which no configuration states.
    for (const value of Array.isArray(values) ? values : [values]) found.push([`/spaces/${id}/custom-fields`, value]);
    for (const of of ['teams', 'users']) await readList(`/spaces/${id}/permissions/${of}`);
  }
  for (const { id } of await readList(`${org}/collections`))
    for (const of of ['teams', 'users']) await readList(`/collections/${String(id)}/permissions/${of}`);
  for (const { id } of await readList(`${org}/sites`)) {
    const path = `${org}/sites/${String(id)}`;
    await read(path);
    await read(`${path}/structure`);
    await read(`${path}/adaptive-schema`);
    for (const name of ['sections', 'section-groups', 'site-spaces', 'share-links', 'redirects'])
      await readList(`${path}/${name}`);
  }
  // Several addresses can have the same id: a person and the memberships of the person.
  const entries = Object.entries(resources).sort(([a], [b]) => b.localeCompare(a));
  const addresses = new Map(entries.map(([address, { id }]) => [id, address]));
  return found.map(([path, answer]) => plainText(addresses, path, answer)).sort();
}

/** Generated names and the progress of processing, which depend on the order of requests and on the time of the answer. */
const generated: ReadonlySet<string> = new Set([
  'createdAt',
  'updatedAt',
  'joinedAt',
  'lastSeenAt',
  'etag',
  'key',
  'secret',
  'processingState',
  'lastProcessedAt',
]);

function plainText(addresses: ReadonlyMap<string, string>, path: string, answer: unknown): string {
  const text = JSON.stringify(answer, (name, value: unknown) => (generated.has(name) ? undefined : value));
  return `${path} ${text}`.replace(/[A-Za-z0-9]{20}/g, (id) => addresses.get(id) ?? '(id)');
}
