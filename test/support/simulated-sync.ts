/** Applies a site-structure file to a reference platform as Git Sync does: the last sync wins, and an object whose key changed is replaced. */
import type { Method } from '../../src/contract/endpoint.ts';
import type { Dialect } from '../../src/core/dialect.ts';
import type { Platform } from '../../src/library/platform.ts';

export interface FileItem {
  readonly type: 'section-group' | 'section' | 'space' | 'external-link';
  readonly key: string;
  readonly title: string;
  readonly path?: string;
  readonly url?: string;
  readonly icon?: string;
  readonly description?: string;
  readonly default?: boolean;
  readonly hidden?: boolean;
  readonly draft?: boolean;
  readonly content?: { readonly directory: string | null };
  readonly children?: readonly FileItem[];
}

export interface StructureFile {
  readonly site: { readonly title: string; readonly structure: readonly FileItem[] };
}

interface Target {
  readonly platform: Platform;
  readonly organization: string;
  readonly site: string;
  readonly dialect: Dialect;
  /** Ids of groups, sections and links by key, which Git Sync remembers. */
  readonly items: Map<string, string>;
  /** Ids of spaces by key. */
  readonly spaces: Map<string, string>;
}

interface Answer {
  readonly id: string;
  readonly [member: string]: unknown;
}

interface SiteSpace extends Answer {
  readonly path: string;
  readonly section?: string;
  readonly space: { readonly id: string };
}

export function syncTarget(target: Pick<Target, 'platform' | 'organization' | 'site' | 'dialect'>): Target {
  return { ...target, items: new Map(), spaces: new Map() };
}

const listNames = {
  'section-group': 'section-groups',
  section: 'sections',
  'external-link': 'external-links',
} as const;
const sortTypes = {
  'section-group': 'site-section-group',
  section: 'site-section',
  'external-link': 'site-external-link',
} as const;

type Container = Exclude<FileItem['type'], 'space'>;

export async function simulateSync(target: Target, { site: file }: StructureFile): Promise<void> {
  const { organization, site } = target;
  const all = file.structure.flatMap(withChildren);
  const known = new Set(all.map(({ key }) => key));
  for (const names of [target.items, target.spaces])
    for (const key of [...names.keys()]) if (!known.has(key)) names.delete(key);
  await send(target, 'PATCH', `/orgs/${organization}/sites/${site}`, { title: file.title });
  const isFlat = file.structure.every(({ type }) => type === 'space');
  if (isFlat) await placeSpaces(target, file.structure, undefined);
  else await placeItems(target, file.structure, null);
  await removeOthers(target, new Set(target.items.values()));
  await setDefaults(target, all, file.structure);
}

function withChildren(item: FileItem): readonly FileItem[] {
  return [item, ...(item.children ?? []).flatMap(withChildren)];
}

/** Creates, updates and sorts the items of one container. */
async function placeItems(target: Target, items: readonly FileItem[], group: string | null): Promise<void> {
  for (const item of items) {
    const id = await placeItem(target, item, group);
    if (item.type === 'section-group') await placeItems(target, item.children ?? [], id);
    if (item.type === 'section') await placeSpaces(target, item.children ?? [], id);
    await toTheEnd(target, item.type as Container, id);
  }
}

async function placeItem(target: Target, item: FileItem, group: string | null): Promise<string> {
  const { title, icon = null, description = null, url, draft = false } = item;
  const known = target.items.get(item.key);
  const parents = { 'section-group': 'parentSectionGroupId', section: 'siteSectionGroupId', 'external-link': 'parent' };
  const type = item.type as Container;
  const parent = target.dialect === '2025-06' ? {} : { [parents[type]]: group };
  const fields = {
    title,
    ...(known === undefined && icon === null ? {} : { icon }),
    ...(type === 'section-group' || known === undefined ? {} : { description }),
    ...(type === 'external-link' ? { url, draft } : {}),
  };
  if (known !== undefined) {
    await send(target, 'PATCH', `${listOf(target, type)}/${known}`, { ...fields, ...parent, ...temporaryPath(item) });
    return known;
  }
  const first = item.type === 'section' ? { spaceId: await spaceOf(target, item.children?.[0]) } : {};
  const { id } = await send(target, 'POST', listOf(target, type), { ...fields, ...first });
  target.items.set(item.key, id);
  const later = { ...parent, ...(type === 'section' ? { description, ...temporaryPath(item) } : {}) };
  if (Object.keys(later).length > 0) await send(target, 'PATCH', `${listOf(target, type)}/${id}`, later);
  return id;
}

let temporary = 0;

/** Two items can exchange their paths. `setPaths` writes the final ones. */
function temporaryPath({ type }: FileItem) {
  return type === 'section' ? { path: `moving-${++temporary}` } : {};
}

function listOf({ organization, site }: Target, type: Container) {
  return `/orgs/${organization}/sites/${site}/${listNames[type]}`;
}

/** The id of the space with the key. A new key gets a new space. */
async function spaceOf(target: Target, item: FileItem | undefined): Promise<string> {
  if (item === undefined) throw new Error('a section needs a space');
  const known = target.spaces.get(item.key);
  if (known !== undefined) return known;
  const title = { title: item.title };
  const made =
    target.dialect === '2025-06'
      ? await send(target, 'POST', `/spaces/${await anySpace(target)}/duplicate`, {})
      : await send(target, 'POST', `/orgs/${target.organization}/spaces`, { ...title, empty: true });
  await send(target, 'PATCH', `/spaces/${made.id}`, title);
  target.spaces.set(item.key, made.id);
  return made.id;
}

async function anySpace(target: Target) {
  return (await siteSpaces(target))[0]?.space.id ?? '';
}

async function siteSpaces(target: Target): Promise<readonly SiteSpace[]> {
  const { items } = await send(
    target,
    'GET',
    `/orgs/${target.organization}/sites/${target.site}/site-spaces?limit=1000`,
  );
  return items as readonly SiteSpace[];
}

/** The space keeps its id in another section. A space that the file no longer contains stays in the organization. */
async function placeSpaces(target: Target, items: readonly FileItem[], section: string | undefined): Promise<void> {
  const list = `/orgs/${target.organization}/sites/${target.site}/site-spaces`;
  const here = async () => (await siteSpaces(target)).filter((each) => each.section === section);
  const wanted = new Map<string, FileItem>();
  for (const item of items) wanted.set(await spaceOf(target, item), item);
  for (const [spaceId, { title }] of wanted) {
    await send(target, 'PATCH', `/spaces/${spaceId}`, { title });
    if ((await here()).some(({ space }) => space.id === spaceId)) continue;
    await send(target, 'POST', list, { spaceId, ...(section === undefined ? {} : { sectionId: section }) });
  }
  for (const { id, space } of await here()) if (!wanted.has(space.id)) await send(target, 'DELETE', `${list}/${id}`);
  for (const { id } of await here()) await send(target, 'PATCH', `${list}/${id}`, { path: `moving-${++temporary}` });
  const links = await here();
  for (const [spaceId, item] of wanted) {
    const link = links.find(({ space }) => space.id === spaceId);
    const flags = target.dialect === 'gitbook' ? { draft: item.draft === true, hidden: item.hidden === true } : {};
    await send(target, 'PATCH', `${list}/${link?.id}`, { path: item.path?.replace(/^\//, '') || item.key, ...flags });
    await moveLast(
      target,
      'site-spaces',
      'site-space',
      link?.id ?? '',
      links.map(({ id }) => id),
    );
  }
}

/** Items of former keys, and everything that others added. */
async function removeOthers(target: Target, keep: ReadonlySet<string>) {
  const types = target.dialect === '2025-06' ? (['section'] as const) : (Object.keys(listNames) as Container[]);
  for (const type of types) {
    if (type === 'external-link') continue;
    const { items } = await send(target, 'GET', `${listOf(target, type)}?limit=1000`);
    const [first] = target.items.values();
    for (const { id } of items as readonly Answer[])
      if (!keep.has(id) && first !== undefined) await send(target, 'DELETE', `${listOf(target, type)}/${id}`);
  }
  if (target.dialect === '2025-06') return;
  const { structure } = await send(target, 'GET', `/orgs/${target.organization}/sites/${target.site}/structure`);
  const links = (structure as readonly Answer[]).flatMap(linksIn);
  for (const id of links) if (!keep.has(id)) await send(target, 'DELETE', `${listOf(target, 'external-link')}/${id}`);
}

function linksIn({ object, id, children = [] }: Answer): readonly string[] {
  return object === 'site-external-link' ? [id] : (children as readonly Answer[]).flatMap(linksIn);
}

async function toTheEnd(target: Target, type: Container, id: string) {
  if (target.dialect === '2025-06') {
    const { items } = await send(target, 'GET', `${listOf(target, type)}?limit=1000`);
    await moveLast(
      target,
      'sections',
      'site-section',
      id,
      (items as readonly Answer[]).map((each) => each.id),
    );
  } else await sort(target, sortTypes[type], id);
}

async function moveLast(target: Target, list: string, type: string, id: string, all: readonly string[]) {
  if (target.dialect !== '2025-06') {
    await sort(target, type, id);
    return;
  }
  const last = all.filter((each) => each !== id).at(-1);
  if (last === undefined) return;
  const anchor = type === 'site-space' ? { type, siteSpace: last } : { type, siteSection: last };
  const path = `/orgs/${target.organization}/sites/${target.site}/${list}/${id}/move`;
  await send(target, 'POST', path, { position: { after: anchor } });
}

async function sort(target: Target, type: string, id: string) {
  const path = `/orgs/${target.organization}/sites/${target.site}/structure/sort`;
  await send(target, 'PATCH', path, { item: { type, id }, position: {} });
}

/** Paths are final only after all items have moved. */
async function setDefaults(target: Target, all: readonly FileItem[], root: readonly FileItem[]) {
  const base = `/orgs/${target.organization}/sites/${target.site}`;
  const links = await siteSpaces(target);
  const linkOf = (key: string | undefined) =>
    links.find(({ space }) => key !== undefined && space.id === target.spaces.get(key))?.id;
  for (const { type, key, path, children = [] } of all) {
    if (type !== 'section') continue;
    const first = linkOf((children.find((each) => each.default) ?? children[0])?.key);
    const id = target.items.get(key);
    await send(target, 'PATCH', `${base}/sections/${id}`, { path: path?.replace(/^\//, ''), defaultSiteSpace: first });
  }
  const first = all.find((each) => each.default && each.type !== 'space') ?? all.find(({ type }) => type === 'section');
  const flat = root.find((each) => each.default) ?? root[0];
  const fallback =
    first === undefined ? { defaultSiteSpace: linkOf(flat?.key) } : { defaultSiteSection: target.items.get(first.key) };
  await send(target, 'PATCH', base, fallback);
}

async function send({ platform }: Target, method: Method, path: string, body?: unknown): Promise<Answer> {
  const [pathname = '', search = ''] = path.split('?');
  const query = [...new URLSearchParams(search)];
  const answer = await platform.transport({
    method,
    path: `/v1${pathname}`,
    query,
    ...(body === undefined ? {} : { body }),
  });
  if (answer.status >= 300)
    throw new Error(`the sync failed: ${method} ${path} ${JSON.stringify(body)}: ${JSON.stringify(answer.body)}`);
  return answer.body as Answer;
}
