/** The structure of a site on GitBook: sections, groups, external links and site-spaces in one order. */
import { type Static, Type } from '@sinclair/typebox';
import { SiteSectionGroup as ContractGroup } from '../2025-06/site-section-groups.ts';
import { SiteSection as ContractSection } from '../2025-06/site-sections.ts';
import { SiteSpace as ContractSiteSpace } from '../2025-06/site-spaces.ts';
import { Condition, createSectionDefiners, Id, optional, partialObject, SitePath } from '../endpoint.ts';
import { enumSchema, nullableSchema } from '../role-schemas.ts';
import { localizedTextSchema } from './localized.ts';
import { SpaceTemplate } from './spaces.ts';

const { get, list, patch, post, remove } = createSectionDefiners('Site structure');

const site = '/v1/orgs/{organizationId}/sites/{siteId}';
const structure = `${site}/structure` as const;
const section = `${site}/sections/{siteSectionId}` as const;
const group = `${site}/section-groups/{siteSectionGroupId}` as const;
const siteSpace = `${site}/site-spaces/{siteSpaceId}` as const;
const link = `${site}/external-links/{siteExternalLinkId}` as const;

const Title = Type.String({ minLength: 2, maxLength: 128 });
const GroupTitle = Type.String({ minLength: 1, maxLength: 100 });
const Icon = Type.String({ maxLength: 50 });
const Description = Type.String({ maxLength: 256 });
const Url = Type.String({ format: 'uri', maxLength: 2048 });
const Draft = optional.flag;
const LocalizedTitle = Type.Optional(localizedTextSchema(128));
const LocalizedDescription = Type.Optional(localizedTextSchema(256));

export const SiteSpace = Type.Object({
  ...ContractSiteSpace.properties,
  draft: Draft,
  /** Hidden site-spaces are live, but not in the navigation. */
  hidden: optional.flag,
  /** The page that readers see first. Null: the first page of the space. */
  pageId: Type.Optional(nullableSchema(Id)),
});

export const SiteSection = Type.Object({
  ...ContractSection.properties,
  localizedTitle: LocalizedTitle,
  localizedDescription: LocalizedDescription,
  draft: Draft,
  siteSpaces: Type.Optional(Type.Array(SiteSpace)),
});

/** `sectionGroup` is missing at the root. */
export const SiteExternalLink = Type.Object({
  object: Type.Literal('site-external-link'),
  id: Id,
  title: Title,
  localizedTitle: LocalizedTitle,
  description: Type.Optional(Description),
  localizedDescription: LocalizedDescription,
  icon: Type.Optional(Icon),
  url: Url,
  sectionGroup: optional.id,
  draft: Draft,
  condition: Type.Optional(Condition),
});

/** A group contains groups, which a schema could name only once, so only kind and id of the children are checked. */
export interface StructureGroup extends Omit<Static<typeof ContractGroup>, 'sections'> {
  readonly sections?: Static<typeof SiteSection>[];
  readonly sectionGroup?: string;
  readonly localizedTitle?: { readonly [language: string]: string };
  readonly draft?: boolean;
  readonly children?: StructureItem[];
}

/** An item at the root of a site with sections, or in a group. */
export type StructureItem = Static<typeof SiteSection> | StructureGroup | Static<typeof SiteExternalLink>;

const StructureChild = Type.Unsafe<StructureItem>(
  Type.Object({ object: enumSchema(['site-section', 'site-section-group', 'site-external-link']), id: Id }),
);

/** `children` has all members in order; `sections` has only the sections among them. */
export const SiteSectionGroup = Type.Unsafe<StructureGroup>(
  Type.Object({
    ...ContractGroup.properties,
    sections: Type.Optional(Type.Array(SiteSection)),
    localizedTitle: LocalizedTitle,
    sectionGroup: optional.id,
    draft: Draft,
    children: Type.Optional(Type.Array(StructureChild)),
  }),
);

/** A flat site has site-spaces; every other site has sections, groups and links. */
export const SiteStructure = Type.Union([
  Type.Object({ type: Type.Literal('siteSpaces'), structure: Type.Array(SiteSpace) }),
  Type.Object({ type: Type.Literal('sections'), structure: Type.Array(StructureChild) }),
]);

export const sortedTypes = ['site-space', 'site-section', 'site-section-group', 'site-external-link'] as const;

const Pointer = Type.Object({ type: enumSchema(sortedTypes), id: Id });

/** All items in their order, including empty groups. */
export const getSiteStructure = get('getSiteStructure', structure, {
  query: Type.Object({ shareKey: optional.text }),
  reply: SiteStructure,
  listMember: 'structure',
});

/** Only siblings can be sorted. An empty position moves the item to the end. Answers with the item, or 204 without a body. */
export const sortSiteStructure = patch('sortSiteStructure', `${structure}/sort`, {
  body: Type.Object({
    item: Pointer,
    position: partialObject({ before: Pointer, after: Pointer }),
  }),
  reply: Type.Union([SiteSpace, StructureChild]),
  alsoSuccess: [204],
});

export const listSections = list('listSections', `${site}/sections`, SiteSection, {
  shareKey: optional.text,
});

/** Members that choose the page that readers see first, or the template of the new space. */
const newSiteSpace = { template: Type.Optional(SpaceTemplate), pageId: Type.Optional(nullableSchema(Id)) };

/** Creates the section and its first site-space, at the end of the root or of a group. Null creates the space too. */
export const createSection = post('createSection', `${site}/sections`, {
  body: Type.Object({
    spaceId: nullableSchema(Id),
    title: Type.Optional(nullableSchema(Title)),
    icon: Type.Optional(nullableSchema(Icon)),
    draft: Draft,
    siteSectionGroupId: optional.id,
    ...newSiteSpace,
  }),
  reply: SiteSection,
});

/** `siteSectionGroupId` moves the section to the end of a group, or with null to the end of the root. */
export const updateSection = patch('updateSection', section, {
  body: partialObject({
    title: Title,
    localizedTitle: localizedTextSchema(128),
    path: SitePath,
    defaultSiteSpace: Id,
    condition: nullableSchema(Condition),
    icon: nullableSchema(Icon),
    description: nullableSchema(Description),
    localizedDescription: localizedTextSchema(256),
    draft: Draft,
    siteSectionGroupId: nullableSchema(Id),
  }),
  reply: SiteSection,
  alsoSuccess: [204],
});

export const listSectionGroups = list('listSectionGroups', `${site}/section-groups`, SiteSectionGroup);

/** `parent`: the group that contains the new group. */
export const createSectionGroup = post('createSectionGroup', `${site}/section-groups`, {
  body: Type.Object({
    title: GroupTitle,
    icon: Type.Optional(nullableSchema(Icon)),
    sections: Type.Optional(Type.Array(Id)),
    parent: optional.id,
    draft: Draft,
  }),
  reply: SiteSectionGroup,
});

export const updateSectionGroup = patch('updateSectionGroup', group, {
  body: partialObject({
    title: GroupTitle,
    localizedTitle: localizedTextSchema(128),
    icon: nullableSchema(Icon),
    draft: Draft,
    parentSectionGroupId: nullableSchema(Id),
  }),
  reply: SiteSectionGroup,
  alsoSuccess: [204],
});

export const listSiteSpaces = list('listSiteSpaces', `${site}/site-spaces`, SiteSpace, {
  shareKey: optional.text,
  default: optional.flag,
});

/** Null creates the space too. */
export const createSiteSpace = post('createSiteSpace', `${site}/site-spaces`, {
  body: Type.Object({
    spaceId: nullableSchema(Id),
    sectionId: optional.id,
    draft: Draft,
    title: Type.Optional(Title),
    ...newSiteSpace,
  }),
  reply: SiteSpace,
  alsoSuccess: [204],
});

export const updateSiteSpace = patch('updateSiteSpace', siteSpace, {
  body: partialObject({
    path: SitePath,
    condition: nullableSchema(Condition),
    spaceId: Id,
    pageId: nullableSchema(Id),
    hidden: Type.Boolean(),
    draft: Draft,
  }),
  reply: SiteSpace,
  alsoSuccess: [204],
});

const linkMembers = {
  title: Title,
  localizedTitle: Type.Optional(nullableSchema(localizedTextSchema(128))),
  url: Url,
  description: Type.Optional(nullableSchema(Description)),
  localizedDescription: Type.Optional(nullableSchema(localizedTextSchema(256))),
  icon: Type.Optional(nullableSchema(Icon)),
  draft: Draft,
  condition: Type.Optional(nullableSchema(Condition)),
};

/** Links are only at the root or in a group of a site with sections. */
export const createExternalLink = post('createExternalLink', `${site}/external-links`, {
  body: Type.Object({ ...linkMembers, parent: optional.id }),
  reply: SiteExternalLink,
});

export const updateExternalLink = patch('updateExternalLink', link, {
  body: partialObject({ ...linkMembers, parent: nullableSchema(Id) }),
  reply: SiteExternalLink,
  alsoSuccess: [204],
});

export const deleteExternalLink = remove('deleteExternalLink', link);
