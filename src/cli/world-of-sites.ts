/** Sites of a configuration as those of a world, with their structure, visitor schema and share links. */
import { freePath, slugOf } from '../server/index.ts';
import type { Block, Declared } from './declared.ts';
import type { Group, Section, ShareLink, Site, SiteSpace } from './world-types.ts';

type Claims = NonNullable<Site['visitor']>['claims'];

export function sitesOf(declared: Declared): readonly Site[] {
  return declared.all('site').map((block) => siteOf(declared, block));
}

function siteOf(declared: Declared, block: Block): Site {
  const [visitor] = declared.all('adaptive-schema', block.address);
  const defaultSection = block.keyOf('defaultSection');
  return {
    ...block.pinned,
    key: block.key,
    title: block.text('title') ?? 'Untitled site',
    visibility: (block.text('visibility') as Site['visibility'] | undefined) ?? 'public',
    ...block.texts('type', 'basename', 'proxy'),
    agentsContext: block.text('agentsContext') === 'excluded' ? 'excluded' : 'included',
    adaptiveContent: block.flag('adaptiveContent') ?? false,
    ...(visitor === undefined ? {} : { visitor: { claims: claimsIn(visitor, 'claims'), unsigned: claimsIn(visitor, 'unsigned') } }),
    structure: structureOf(declared, block),
    ...(defaultSection === undefined ? {} : { defaultSection }),
    shareLinks: declared.all('share-link', block.address).map(shareLinkOf),
  };
}

function claimsIn(visitor: Block, field: string): Claims {
  return (visitor.stated(field) ?? {}) as unknown as Claims;
}

/** New links work at once. */
function shareLinkOf(block: Block): ShareLink {
  return { ...block.pinned, key: block.key, name: block.text('name') ?? block.key, active: block.flag('active') ?? true };
}

function structureOf(declared: Declared, site: Block): Site['structure'] {
  const items = declared.inOrder(site.address);
  const shownFirst = site.keyOf('defaultSiteSpace');
  if (items.every(({ kind }) => kind === 'site-space')) return siteSpacesOf(declared, site, shownFirst);
  const sections = declared.all('section', site.address);
  const paths = new Set(sections.flatMap((section) => section.text('path') ?? []));
  return items.map(({ kind, block }) => (kind === 'section-group' ? groupOf(declared, block, paths) : sectionOf(declared, block, paths)));
}

function groupOf(declared: Declared, block: Block, paths: Set<string>): Group {
  return {
    ...block.pinned,
    group: block.key,
    title: block.text('title') ?? block.key,
    ...block.texts('icon'),
    sections: declared.inOrder(block.address).map((item) => sectionOf(declared, item.block, paths)),
  };
}

/** `paths`: those of the site that are taken. The group is said by where it stands. */
function sectionOf(declared: Declared, block: Block, paths: Set<string>): Section {
  block.passOver('group');
  const spaces = siteSpacesOf(declared, block);
  const first = declared.inOrder(block.address)[0]?.block;
  if (first === undefined && !declared.isCopy)
    declared.warn(`${block.address} states no space, so it has none; the platform's own sections always have one`);
  const title = block.text('title') ?? titleOfSpace(declared, first) ?? block.key;
  const shownFirst = block.keyOf('default');
  return {
    ...block.pinned,
    section: block.key,
    title,
    path: block.text('path') ?? takePath(slugOf(title, 'section'), paths),
    ...block.texts('icon', 'description', 'condition'),
    ...(shownFirst === undefined ? {} : { default: shownFirst }),
    spaces,
  };
}

/** `shownFirst`: on a flat site, the key of the one that is served at its root. */
function siteSpacesOf(declared: Declared, container: Block, shownFirst?: string): readonly SiteSpace[] {
  const items = declared.inOrder(container.address).map(({ block }) => block);
  const paths = new Set(items.flatMap((block) => block.text('path') ?? []));
  return items.map((block) => {
    const title = titleOfSpace(declared, block) ?? block.key;
    return {
      ...block.pinned,
      space: block.keyOf('space') ?? block.key,
      path: block.text('path') ?? takePath(slugOf(title, 'space'), paths),
      ...block.texts('condition'),
      ...(block.key === shownFirst ? { default: true } : {}),
    };
  });
}

function titleOfSpace(declared: Declared, siteSpace: Block | undefined): string | undefined {
  const key = siteSpace?.keyOf('space');
  return declared
    .all('space')
    .find((space) => space.key === key)
    ?.text('title');
}

/** The path as the platform makes it; it is taken from then on. */
function takePath(slug: string, taken: Set<string>): string {
  const path = freePath(slug, (candidate) => taken.has(candidate));
  taken.add(path);
  return path;
}
