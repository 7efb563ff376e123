/** Changes objects on a platform outside docform: deletes, creates, renames and moves them over plain HTTP. */

export interface Place {
  readonly url: string;
  readonly token: string;
  readonly organization: string;
}

export interface Drift {
  /** Addresses of the created objects that the ledger is to contain. */
  readonly leftovers: readonly string[];
  /** Adds these objects and their content to the text of a ledger. */
  readonly ownedIn: (ledger: string) => string;
}

interface Item {
  readonly id: string;
  readonly [field: string]: unknown;
}

type Send = (method: string, path: string, body?: object) => Promise<Item & { readonly items: readonly Item[] }>;

function sender({ url, token, organization }: Place): Send {
  return async (method, path, body) => {
    const response = await fetch(`${url}/v1${path.replace(/^\/org(?=\/|$)/, `/orgs/${organization}`)}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    const text = await response.text();
    return text === '' ? {} : JSON.parse(text);
  };
}

/** Finds an object by its title, name or label. */
async function named(send: Send, path: string, name: string): Promise<Item> {
  const { items } = await send('GET', `${path}?limit=1000`);
  const found = items.find((item) => [item.title, item.name, item.label].includes(name));
  if (found === undefined)
    throw new Error(
      `the example has no "${name}" in ${path}: ${items.map((item) => item.title ?? item.name).join(', ')}`,
    );
  return found;
}

export async function disturb(place: Place): Promise<Drift> {
  const send = sender(place);
  const owned: { [address: string]: string } = {};
  await misorder(send);
  await remove(send);
  await add(send, owned);
  await change(send);
  const leftovers = Object.keys(owned).filter((address) => !address.includes('/sections/old-news/'));
  return { leftovers, ownedIn: (ledger) => withLines(ledger, owned) };
}

function withLines(ledger: string, owned: { readonly [address: string]: string }): string {
  const parsed = JSON.parse(ledger) as { resources: { [address: string]: { readonly id: string } } };
  for (const [address, id] of Object.entries(owned)) parsed.resources[address] = { id };
  return JSON.stringify(parsed, null, 1);
}

async function change(send: Send): Promise<void> {
  const docs = await named(send, '/org/sites', 'Acme Docs');
  const guides = await named(send, `/org/sites/${docs.id}/sections`, 'Guides');
  const changes = await named(send, `/org/sites/${docs.id}/sections`, 'Changes');
  await send('PATCH', '/org', { title: 'ACME (renamed by hand)', ai: false });
  await send('PATCH', `/org/sites/${docs.id}`, { title: 'Acme Documentation', defaultSiteSection: changes.id });
  await send('PATCH', `/org/sites/${docs.id}/sections/${changes.id}`, { path: 'parked' });
  await send('PATCH', `/org/sites/${docs.id}/sections/${guides.id}`, { path: 'changes', icon: null });
  await send('PATCH', `/org/sites/${docs.id}/sections/${changes.id}`, { path: 'guides' });
  await send('PUT', `/org/sites/${docs.id}/adaptive-schema`, {
    jsonSchema: { type: 'object', properties: {}, additionalProperties: false },
  });
  const link = await named(send, `/org/sites/${docs.id}/share-links`, 'Launch 2024');
  await send('PATCH', `/org/sites/${docs.id}/share-links/${link.id}`, { active: true });
  const bo = await member(send, 'bo@acme.dev');
  const support = await named(send, '/org/teams', 'Support');
  await send('PATCH', `/org/members/${bo}`, { role: 'read' });
  await send('PUT', `/org/teams/${support.id}/members`, { memberships: { [bo]: { role: 'member' } } });
  await send('PATCH', '/org/custom-fields/owner', { title: 'Who?' });
}

async function misorder(send: Send): Promise<void> {
  const docs = await named(send, '/org/sites', 'Acme Docs');
  const sections = `/org/sites/${docs.id}/sections`;
  const groups = `/org/sites/${docs.id}/section-groups`;
  const [guides, changes, old] = [
    await named(send, sections, 'Guides'),
    await named(send, sections, 'Changes'),
    await named(send, sections, 'Payments 2019'),
  ];
  const products = await named(send, groups, 'Products');
  await send('POST', `${sections}/${changes.id}/move`, {
    position: { before: { type: 'site-section', siteSection: guides.id } },
  });
  await send('DELETE', `${groups}/${products.id}/sections/${old.id}`);
  const portal = await named(send, '/org/sites', 'Partner Portal');
  const { items } = await send('GET', `/org/sites/${portal.id}/site-spaces?limit=1000`);
  const [first, second] = items;
  await send('POST', `/org/sites/${portal.id}/site-spaces/${second?.id}/move`, {
    position: { before: { type: 'site-space', siteSpace: first?.id } },
  });
  const archive = await named(send, '/org/collections', 'Archive');
  await send('POST', `/collections/${archive.id}/move`, { parent: null });
}

async function remove(send: Send): Promise<void> {
  const docs = await named(send, '/org/sites', 'Acme Docs');
  const { items } = await send('GET', `/org/sites/${docs.id}/site-spaces?limit=1000`);
  const french = items.find((item) => item.path === 'fr');
  await send('DELETE', `/org/sites/${docs.id}/site-spaces/${french?.id}`);
  const link = await named(send, `/org/sites/${docs.id}/share-links`, 'Review before release');
  await send('DELETE', `/org/sites/${docs.id}/share-links/${link.id}`);
  const frozen = await named(send, `/org/sites/${docs.id}/sections`, 'Payments 2019');
  await send('DELETE', `/org/sites/${docs.id}/sections/${frozen.id}`);
  const archive = await named(send, '/org/collections', 'Archive');
  const archived = await named(send, `/collections/${archive.id}/spaces`, 'Payments 2019');
  await send('PATCH', `/spaces/${archived.id}`, { editMode: 'live' });
  await send('DELETE', `/spaces/${archived.id}`);
  const translation = await named(send, '/org/translations', 'French');
  await send('DELETE', `/org/translations/${translation.id}`);
}

/** Creates objects: some that the ledger will contain, and some that docform does not manage. */
async function add(send: Send, owned: { [address: string]: string }): Promise<void> {
  const docs = await named(send, '/org/sites', 'Acme Docs');
  const { items } = await send('GET', `/org/sites/${docs.id}/site-spaces?limit=1000`);
  const space = items[0]?.space as Item | undefined;
  const team = await send('PUT', '/org/teams', { title: 'Night shift' });
  const section = await send('POST', `/org/sites/${docs.id}/sections`, { spaceId: space?.id, title: 'Old news' });
  const collection = await send('POST', '/org/collections', { title: 'Attic' });
  owned['teams/night-shift'] = team.id;
  owned['sites/docs/sections/old-news'] = section.id;
  owned['sites/docs/sections/old-news/spaces/home'] = (section.siteSpaces as readonly Item[])[0]?.id ?? '';
  owned['collections/attic'] = collection.id;
  const support = await named(send, '/org/teams', 'Support');
  await send('PUT', `/org/teams/${support.id}/members`, { add: [await member(send, 'eve@acme.dev')] });
  await send('POST', `/org/sites/${docs.id}/share-links`, { name: 'Unmanaged link' });
}

async function member(send: Send, email: string): Promise<string> {
  const { items } = await send('GET', '/org/members?limit=1000');
  const found = items.find((item) => (item.user as { readonly email?: string }).email === email);
  if (found === undefined) throw new Error(`there is no member ${email}`);
  return found.id;
}
