/** Reads all objects of the reference platform with the field names of the configuration, without the reading code of docform. */
import type { Platform } from '../../src/server/index.ts';

export interface Item {
  readonly [name: string]: unknown;
}

export interface Facts {
  /** Fields of an object by kind, id and parent id. undefined: the object does not exist. */
  readonly of: (kind: string, id: string, parentId: string) => Item | undefined;
  /** Ids of the members of a container in order. The container `organization` contains the top-level collections. */
  readonly order: (
    container: 'site' | 'section-group' | 'section' | 'collection' | 'organization',
    id: string,
  ) => readonly string[];
}

type Get = (path: string) => Promise<Item | undefined>;

/** Reads objects and lists as plain values, because standard requests and responses are slower than most operations. */
export function readerOf(platform: Platform): { readonly get: Get; readonly list: List } {
  const authorization = `Bearer ${platform.token}`;
  const get: Get = async (path) => {
    const { origin, pathname, searchParams: search } = new URL(`http://localhost/v1${path}`);
    const header = (name: string): string | undefined => (name === 'authorization' ? authorization : undefined);
    const answer = await platform.answer({
      method: 'GET',
      path: pathname,
      search,
      origin,
      authorization,
      header,
      body: '',
    });
    if (answer.breaksAfterBytes !== undefined) throw new TypeError('terminated');
    return answer.status === 200 ? (JSON.parse(answer.body ?? '') as Item) : undefined;
  };
  return { get, list: (path) => readAll(get, path) };
}

export async function readFacts(platform: Platform): Promise<Facts> {
  const { get, list } = readerOf(platform);
  const org = `/orgs/${platform.organization}`;
  const found = new Map<string, Item>();
  const keep = (kind: string, id: unknown, parent: unknown, fields: Item): void =>
    void found.set(`${kind} ${String(id)} ${String(parent)}`, fields);
  const organization = (await get(org)) ?? {};
  keep('organization', organization.id, '', {
    ...organization,
    defaultContent: inner(organization.defaultContent, 'site') ?? null,
  });
  await readPeople(list, org, keep);
  const { collections, spaces } = await readContent(list, get, org, keep);
  const structures = await readSites(list, get, org, keep);
  if ((await get(`${org}/spaces`)) !== undefined) await readPermissions(list, org, { collections, keep });
  const children = (parent: string): readonly string[] =>
    [...collections, ...spaces].filter((item) => item.parent === parent).map((item) => String(item.id));
  return {
    of: (kind, id, parentId) => found.get(`${kind} ${id} ${parentId}`) ?? found.get(`${kind} ${id} `),
    order: (container, id) => {
      if (container === 'organization') return collections.flatMap((item) => (item.parent ? [] : [String(item.id)]));
      return container === 'collection' ? children(id) : (structures.get(id) ?? []);
    },
  };
}

type Keep = (kind: string, id: unknown, parent: unknown, fields: Item) => void;
type List = (path: string) => Promise<readonly Item[]>;

function inner(value: unknown, name: string): unknown {
  return (value as Item | null | undefined)?.[name];
}

async function readAll(get: Get, path: string): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (let page: unknown = ''; page !== undefined; ) {
    const reply = await get(`${path}?limit=1000${page === '' ? '' : `&page=${String(page)}`}`);
    items.push(...((reply?.items ?? []) as Item[]));
    page = inner(reply?.next, 'page');
  }
  return items;
}

async function readPeople(list: List, org: string, keep: Keep): Promise<void> {
  for (const member of await list(`${org}/members`))
    keep('member', member.id, '', { ...member, email: inner(member.user, 'email') });
  for (const team of await list(`${org}/teams`)) {
    keep('team', team.id, '', team);
    for (const item of await list(`${org}/teams/${String(team.id)}/members`)) {
      const id = inner(item.organization, 'id');
      keep('team-member', id, team.id, { member: id, role: inner(item.team, 'role') });
    }
  }
  for (const provider of await list(`${org}/saml`)) {
    keep('saml-provider', provider.id, '', { ...provider, defaultTeam: inner(provider.defaultTeam, 'id') });
  }
}

async function readContent(
  list: List,
  get: Get,
  org: string,
  keep: Keep,
): Promise<{ collections: readonly Item[]; spaces: readonly Item[] }> {
  for (const field of await list(`${org}/custom-fields`)) keep('custom-field', field.name, '', field);
  for (const spec of await list(`${org}/openapi`))
    keep('openapi-spec', spec.slug, '', { ...spec, url: spec.sourceURL });
  for (const setting of await list(`${org}/translations`)) keep('translation', setting.id, '', setting);
  const collections = await list(`${org}/collections`);
  for (const item of collections) keep('collection', item.id, '', { ...item, parent: item.parent ?? null });
  const admins = (await list(`${org}/members`)).filter(({ role }) => role === 'admin');
  const known = await list(`${org}/members/${String(admins[0]?.id)}/spaces`);
  for (const item of known.map(({ space }) => space as Item)) {
    keep('space', item.id, '', { ...item, collection: item.parent ?? null, icon: inner(item.urls, 'icon') ?? null });
    const values = ((await get(`/spaces/${String(item.id)}/custom-fields`)) ?? []) as unknown as readonly Item[];
    keep('field-values', item.id, '', {
      values: Object.fromEntries(values.map(({ customField, value }) => [inner(customField, 'name'), value])),
    });
  }
  const spaces: Item[] = [];
  for (const item of collections) spaces.push(...(await list(`/collections/${String(item.id)}/spaces`)));
  return { collections, spaces };
}

/** Only GitBook has permissions. */
async function readPermissions(
  list: List,
  org: string,
  { collections, keep }: { readonly collections: readonly Item[]; readonly keep: Keep },
): Promise<void> {
  const containers = [
    ...collections.map(({ id }) => [id, `/collections/${String(id)}`] as const),
    ...(await list(`${org}/spaces`)).map(({ id }) => [id, `/spaces/${String(id)}`] as const),
    ...(await list(`${org}/sites`)).map(({ id }) => [id, `${org}/sites/${String(id)}`] as const),
  ];
  for (const [parent, path] of containers) {
    for (const { team, permission } of await list(`${path}/permissions/teams`))
      keep('team-permission', inner(team, 'id'), parent, { team: inner(team, 'id'), role: permission });
    for (const { user, permission } of await list(`${path}/permissions/users`))
      keep('member-permission', inner(user, 'id'), parent, { member: inner(user, 'id'), role: permission });
  }
}

/** Returns the order of members by container. */
async function readSites(
  list: List,
  get: Get,
  org: string,
  keep: Keep,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const orders = new Map<string, string[]>();
  const append = (container: unknown, id: unknown): void => {
    const members = orders.get(String(container)) ?? [];
    if (!members.includes(String(id))) orders.set(String(container), [...members, String(id)]);
  };
  for (const site of await list(`${org}/sites`)) {
    const path = `${org}/sites/${String(site.id)}`;
    const [sections, groups, siteSpaces] = [
      await list(`${path}/sections`),
      await list(`${path}/section-groups`),
      await list(`${path}/site-spaces`),
    ];
    const flagged = (items: readonly Item[]): unknown => items.find((item) => item.default)?.id;
    const defaults = {
      defaultSection: flagged(sections),
      default: sections.length === 0 ? flagged(siteSpaces) : undefined,
    };
    const proxy = site.proxy === undefined ? null : String(inner(site.proxy, 'origin')).replace(/^https?:\/\//, '');
    keep('site', site.id, '', { ...site, ...defaults, proxy, adaptiveContent: inner(site.adaptiveContent, 'enabled') });
    for (const section of sections) {
      keep('section', section.id, site.id, {
        ...withoutTexts,
        ...section,
        group: section.sectionGroup ?? null,
        default: flagged(section.siteSpaces as readonly Item[]),
      });
    }
    for (const group of groups)
      keep('section-group', group.id, site.id, { ...withoutTexts, ...group, group: group.sectionGroup ?? null });
    const structure = (await get(`${path}/structure`))?.structure as readonly Item[] | undefined;
    if (structure !== undefined) {
      readTree(structure, site.id, { site: site.id, keep, append });
      for (const each of await list(`${path}/redirects`))
        keep('redirect', Buffer.from(String(each.source)).toString('base64url'), site.id, redirectOf(each));
    } else
      for (const section of sections) {
        append(site.id, section.sectionGroup ?? section.id);
        if (section.sectionGroup) append(section.sectionGroup, section.id);
      }
    for (const item of siteSpaces) {
      const container = item.section ?? site.id;
      keep('site-space', item.id, container, {
        ...item,
        space: inner(item.space, 'id'),
        homePage: item.pageId ?? null,
      });
      append(container, item.id);
    }
    for (const link of await list(`${path}/share-links`)) keep('share-link', link.id, site.id, link);
    const branding = await get(`${path}/customization`);
    if (branding) keep('customization', site.id, site.id, branding);
    for (const { id } of branding === undefined ? [] : siteSpaces) {
      const effective = await get(`${path}/site-spaces/${String(id)}/customization`);
      if (effective) keep('site-space-customization', id, id, effective);
    }
    const schema = await get(`${path}/adaptive-schema`);
    if (schema) keep('adaptive-schema', site.id, site.id, claimsOf(schema.jsonSchema as { readonly properties: Item }));
  }
  return orders;
}

/** The platform omits texts by language that are not set. */
const withoutTexts = { localizedTitle: {}, localizedDescription: {} };

interface Tree {
  readonly site: unknown;
  readonly keep: Keep;
  readonly append: (container: unknown, id: unknown) => void;
}

/** The structure in the `gitbook` dialect. */
function readTree(items: readonly Item[], container: unknown, tree: Tree): void {
  for (const item of items) {
    tree.append(container, item.id);
    if (item.object === 'site-external-link')
      tree.keep('external-link', item.id, tree.site, { ...item, group: item.sectionGroup ?? null });
    readTree((item.children ?? []) as readonly Item[], item.id, tree);
  }
}

function redirectOf({ destination, ...others }: Item): Item {
  const { url, siteSectionId: section, siteSpaceId: siteSpace, pageId } = destination as Item;
  return { ...others, url, section, ...(pageId === undefined ? { siteSpace } : { page: `${siteSpace}/${pageId}` }) };
}

function claimsOf({ properties }: { readonly properties: Item }): Item {
  const { unsigned, ...claims } = properties;
  return { claims, unsigned: inner(unsigned, 'properties') ?? {} };
}
