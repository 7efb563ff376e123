/** The items in the navigation of a site: sections, groups of sections, site-spaces and external links. */

import * as groups from '../../contract/2025-06/site-section-groups.ts';
import * as sections from '../../contract/2025-06/site-sections.ts';
import * as siteSpaces from '../../contract/2025-06/site-spaces.ts';
import { derivedPath } from '../../contract/derived-path.ts';
import { type Call, createCall } from '../../contract/endpoint.ts';
import * as gitbook from '../../contract/gitbook/site-structure.ts';
import { withoutUndefined } from '../../core/defined.ts';
import { gitbookDialects } from '../../core/dialect.ts';
import { callOf, defineFieldsOf, defineKind, movePosition, type StepInput, sitePath } from '../define-kind.ts';
import { conditionWords, draftWords, referenceField } from '../field.ts';
import { addLocalizedFields, localizedDescriptionField, localizedTitleField } from '../localized.ts';
import {
  addDefaultFlag,
  addEmbeddedIds,
  addFields,
  addGroupId,
  decodeMembers,
  embeddedId,
  objectOrUndefined,
  onlyDefaultId,
  textOrUndefined,
} from '../reading.ts';
import {
  firstEmbeddedSiteSpace,
  firstSiteSpaceOf,
  moveItemCall,
  sectionLookUps,
  treeReading,
  wrapperSection,
} from './gitbook-structure.ts';

/** In the `gitbook` dialect, an update sets the group of an item. */
function groupMembershipCalls(moveTo: (step: StepInput, group: string | null) => Call) {
  return {
    joinsDirectly: true,
    join: (step: StepInput) => moveTo(step, step.container ?? null),
    leave: (step: StepInput) => moveTo(step, null),
  } as const;
}

function groupPath(step: StepInput) {
  return { ...sitePath(step), siteSectionGroupId: step.container ?? '' };
}

/** The planner adds the space of the first site-space. */
function addSpaceToBody<B>(step: StepInput & { body: B }) {
  return { ...step, body: { spaceId: String(step.fields.space ?? ''), ...step.body } };
}

const sectionField = defineFieldsOf(sections.createSection, sections.updateSection);
const sectionInGitbook = defineFieldsOf(gitbook.createSection, gitbook.updateSection);

// Only the embedded site-spaces have a reliable `default` flag: lists of site-spaces can flag the default of the site
// only.
function decodeSection(item: unknown) {
  const decoded = decodeMembers(item, { needs: ['title', 'path'], may: ['icon', 'description', 'condition', 'draft'] });
  const embedded = objectOrUndefined(item)?.siteSpaces;
  const whole = addGroupId(item, decoded && addFields(decoded, { default: onlyDefaultId(embedded) }));
  return addEmbeddedIds(whole && addDefaultFlag(item, whole), 'site-space', embedded);
}

/** The part of the `gitbook` dialect that needs no drafts. */
const sectionIn2025 = {
  reading: treeReading('section', decodeSection),
  movesBeside: undefined,
  lookUps: sectionLookUps,
  move: (step: StepInput) => moveItemCall(step, 'section'),
};

export const section = defineKind({
  name: 'section',
  segment: 'sections',
  title: 'section',
  description: 'A tab of a site, with one or more spaces.',
  parents: ['site'],
  key: 'name',
  exampleKey: 'guides',
  naturalKeys: [['path'], ['title']],
  itemWord: 'section',
  listKey: 'spaces',
  firstCompanion: 'site-space',
  orderedIn: ['site', 'section-group'],
  movesBeside: ['section'],
  fields: {
    title: sectionField('title', 'Title in the navigation.', { example: 'Guides' }),
    path: sectionField('path', 'Path on the site.', {
      example: 'guides',
      unique: 'site',
      derivation: { from: ['title', 'space'], value: (title) => derivedPath(title, 'section') },
    }),
    icon: sectionField('icon', 'Name of the icon.', { example: 'book' }),
    description: sectionField('description', 'Description of the content.', { example: 'From zero to a first page' }),
    condition: sectionField('condition', 'Visitors see the section only if they meet this condition.', conditionWords),
    default: sectionField.ref('defaultSiteSpace', 'site-space', 'Site-space that readers see first.', {
      within: 'self',
      deferred: true,
      defaultsToFirst: true,
    }),
    group: referenceField('section-group', 'Section group that contains the section. `null` means the root.', {
      within: 'site',
      clearable: true,
      writtenBy: 'move',
    }),
    localizedTitle: localizedTitleField('Anleitungen', { writtenBy: 'update' }),
    localizedDescription: localizedDescriptionField('Von Anfang an', { writtenBy: 'update' }),
    draft: sectionInGitbook('draft', 'Whether the section is a draft, which readers cannot see.', draftWords),
  },
  reading: {
    by: 'list',
    placed: 'depth-first',
    call: callOf(sections.listSections),
    decode: decodeSection,
  },
  create: (step) => callOf(sections.createSection)(addSpaceToBody(step)),
  bind: (reply) => {
    const id = textOrUndefined(objectOrUndefined(reply)?.id);
    const siteSpaces = objectOrUndefined(reply)?.siteSpaces;
    const first = Array.isArray(siteSpaces) ? decodeSiteSpace(siteSpaces[0])?.fields : undefined;
    return id === undefined
      ? undefined
      : { id, companionIds: firstEmbeddedSiteSpace(siteSpaces), ...withoutUndefined({ first }) };
  },
  lookUps: [
    {
      roles: ['first'],
      call: (step) => createCall(siteSpaces.listSiteSpaces, { path: sitePath(step) }),
      find: (items, _step, id) => firstSiteSpaceOf(id, items),
    },
    {
      roles: ['wrapper'],
      call: (step) => createCall(sections.listSections, { path: sitePath(step) }),
      find: (items, _step, id) => wrapperSection(id, items),
    },
  ],
  update: callOf(sections.updateSection),
  move: (step) => {
    const body = movePosition(step, (_kind, id) => ({ type: 'site-section' as const, siteSection: id }));
    return callOf(sections.moveSection)({ ...step, body });
  },
  join: (step) => createCall(groups.addSectionToGroup, { path: groupPath(step), body: { sectionId: step.id } }),
  leave: (step) => createCall(groups.removeSectionFromGroup, { path: { ...groupPath(step), siteSectionId: step.id } }),
  delete: callOf(sections.deleteSection),
  overrides: {
    'gitbook-0.180': sectionIn2025,
    gitbook: {
      ...sectionIn2025,
      reading: treeReading('section', (item) => addLocalizedFields(item, decodeSection(item))),
      createSends: ['title', 'icon', 'group'],
      create: (step) => {
        const { group } = step.fields;
        const { body, ...rest } = addSpaceToBody(step);
        const siteSectionGroupId = typeof group === 'string' ? group : undefined;
        return callOf(gitbook.createSection)({
          ...rest,
          body: { ...body, ...withoutUndefined({ siteSectionGroupId }) },
        });
      },
      update: callOf(gitbook.updateSection),
      ...groupMembershipCalls((step, group) =>
        callOf(gitbook.updateSection)({ ...step, body: { siteSectionGroupId: group } }),
      ),
    },
  },
});

const sectionGroupField = defineFieldsOf(groups.createSectionGroup, groups.updateSectionGroup);
const sectionGroupInGitbook = defineFieldsOf(gitbook.createSectionGroup, gitbook.updateSectionGroup);

function decodeSectionGroup(item: unknown) {
  const decoded = decodeMembers(item, { needs: ['title'], may: ['icon', 'draft'] });
  return addEmbeddedIds(decoded && addFields(decoded, { group: null }), 'section', objectOrUndefined(item)?.sections);
}

/** The part of the `gitbook` dialect that needs no nested groups. */
const sectionGroupIn2025 = {
  orderedIn: ['site'],
  reading: treeReading('section-group', decodeSectionGroup),
  move: (step: StepInput) => moveItemCall(step, 'section-group'),
} as const;

/** The planner adds `sections`. */
function addSectionsToBody<B>(step: StepInput & { body: B }) {
  const { sections } = step.fields;
  return Array.isArray(sections) ? { ...step, body: { ...step.body, sections: sections.map(String) } } : step;
}

export const sectionGroup = defineKind({
  name: 'section-group',
  segment: 'groups',
  title: 'section group',
  description: 'A menu of sections, external links and groups in the navigation of a site.',
  parents: ['site'],
  key: 'name',
  exampleKey: 'learn',
  naturalKeys: [['title']],
  itemWord: 'group',
  listKey: 'sections',
  narrowedBy: 'group',
  orderedIn: ['site', 'section-group'],
  takesIn: ['section'],
  fields: {
    title: sectionGroupField('title', 'Title in the navigation.', { required: true, example: 'Learn' }),
    icon: sectionGroupField('icon', 'Name of the icon.', { example: 'book' }),
    group: sectionGroupInGitbook.ref(
      'parent',
      'section-group',
      'Section group that contains the group. `null` means the root.',
      {
        within: 'site',
        writtenBy: 'move',
      },
    ),
    localizedTitle: localizedTitleField('Lernen', { writtenBy: 'update' }),
    draft: sectionGroupInGitbook(
      'draft',
      'Whether the group and its members are drafts, which readers cannot see.',
      draftWords,
    ),
  },
  reading: {
    by: 'list',
    placed: 'by-members',
    call: callOf(groups.listSectionGroups),
    decode: decodeSectionGroup,
  },
  create: (step) => callOf(groups.createSectionGroup)(addSectionsToBody(step)),
  update: callOf(groups.updateSectionGroup),
  move: (step) => {
    const position = movePosition(step, (kind, id) => ({
      type: kind === 'section-group' ? ('site-section-group' as const) : ('site-section' as const),
      id,
    }));
    return callOf(groups.moveSectionGroup)({ ...step, body: position });
  },
  delete: callOf(groups.deleteSectionGroup),
  overrides: {
    '2025-06': { orderedIn: ['site'] },
    'gitbook-0.180': sectionGroupIn2025,
    gitbook: {
      reading: treeReading('section-group', (item) =>
        addGroupId(item, addLocalizedFields(item, decodeSectionGroup(item), ['localizedTitle'])),
      ),
      move: sectionGroupIn2025.move,
      create: (step) => callOf(gitbook.createSectionGroup)(addSectionsToBody(step)),
      update: callOf(gitbook.updateSectionGroup),
      ...groupMembershipCalls((step, group) =>
        callOf(gitbook.updateSectionGroup)({ ...step, body: { parentSectionGroupId: group } }),
      ),
    },
  },
});

function addSectionToBody<B>(step: StepInput & { body: B }) {
  const sectionId = step.up('section');
  return { ...step, body: sectionId === '' ? step.body : { ...step.body, sectionId } };
}

const siteSpaceField = defineFieldsOf(siteSpaces.createSiteSpace, siteSpaces.updateSiteSpace);
const siteSpaceInGitbook = defineFieldsOf(gitbook.createSiteSpace, gitbook.updateSiteSpace);

function decodeSiteSpace(value: unknown) {
  const item = objectOrUndefined(value);
  const decoded = decodeMembers(item, { needs: ['path'], may: ['condition', 'draft', 'hidden'] });
  const space = embeddedId(item?.space);
  const section = textOrUndefined(item?.section);
  if (decoded === undefined || space === undefined) return undefined;
  const whole = { ...addFields(decoded, { space }), ...withoutUndefined({ label: textOrUndefined(item?.title) }) };
  return addDefaultFlag(item, section === undefined ? whole : { ...whole, parentId: section });
}

/** The part of the `gitbook` dialect that needs no drafts. */
const siteSpaceIn2025 = {
  reading: treeReading('site-space', decodeSiteSpace),
  move: (step: StepInput) => moveItemCall(step, 'site-space'),
};

export const siteSpace = defineKind({
  name: 'site-space',
  segment: 'spaces',
  title: 'site-space',
  description: 'A space on a site: in a section, or at the root of a flat site.',
  parents: ['section', 'site'],
  key: { field: 'space' },
  naturalKeys: [['space']],
  itemWord: 'space',
  orderedIn: ['section', 'site'],
  lastStays: true,
  fields: {
    space: siteSpaceField.ref('spaceId', 'space', 'Space that the site shows.', {
      required: true,
      change: 'replace',
      changesIn: gitbookDialects,
    }),
    path: siteSpaceField('path', 'Path in the section or site.', {
      example: 'home',
      unique: 'parent',
      derivation: { from: ['space'], value: (title) => derivedPath(title, 'space') },
    }),
    condition: siteSpaceField('condition', 'Visitors see the space only if they meet this condition.', conditionWords),
    draft: siteSpaceInGitbook(
      'draft',
      'Whether the space is a draft on this site, which readers cannot see.',
      draftWords,
    ),
    hidden: siteSpaceInGitbook('hidden', 'Whether the navigation omits the space. Readers can still open its URL.', {
      dialects: ['gitbook'],
      initial: false,
      defaultValue: false,
    }),
    homePage: siteSpaceInGitbook(
      'pageId',
      'Id of the page that readers see first. `null` means the first page of the space.',
      { dialects: ['gitbook'], clearable: true, example: 'pg_123' },
    ),
  },
  reading: {
    by: 'list',
    placed: 'as-listed',
    // One list per site contains the site-spaces of all sections.
    call: callOf(siteSpaces.listSiteSpaces),
    decode: decodeSiteSpace,
  },
  create: (step) => callOf(siteSpaces.createSiteSpace)(addSectionToBody(step)),
  update: callOf(siteSpaces.updateSiteSpace),
  move: (step) => {
    const body = movePosition(step, (_kind, id) => ({ type: 'site-space' as const, siteSpace: id }));
    return callOf(siteSpaces.moveSiteSpace)({ ...step, body });
  },
  delete: callOf(siteSpaces.deleteSiteSpace),
  overrides: {
    'gitbook-0.180': siteSpaceIn2025,
    gitbook: {
      ...siteSpaceIn2025,
      reading: treeReading('site-space', (item) => {
        const decoded = decodeSiteSpace(item);
        return decoded && addFields(decoded, { homePage: textOrUndefined(objectOrUndefined(item)?.pageId) ?? null });
      }),
      create: (step) => callOf(gitbook.createSiteSpace)(addSectionToBody(step)),
      update: callOf(gitbook.updateSiteSpace),
    },
  },
});

const externalLinkField = defineFieldsOf(gitbook.createExternalLink, gitbook.updateExternalLink);
// Its create call sends the condition, so no visitor sees the link too early.
const { untilRestricted: _, ...linkDraftWords } = draftWords;

export const externalLink = defineKind({
  name: 'external-link',
  segment: 'links',
  title: 'external link',
  description: 'A link to a page outside the site, in its navigation.',
  dialects: ['gitbook'],
  parents: ['site'],
  key: 'name',
  exampleKey: 'status',
  naturalKeys: [['title']],
  narrowedBy: 'group',
  itemWord: 'link',
  orderedIn: ['site', 'section-group'],
  fields: {
    title: externalLinkField('title', 'Title in the navigation.', { example: 'Status' }),
    url: externalLinkField('url', 'URL that the link opens.', { example: 'https://status.acme.dev/' }),
    icon: externalLinkField('icon', 'Name of the icon.', { example: 'signal' }),
    description: externalLinkField('description', 'Description of the target.', { example: 'Current incidents' }),
    condition: externalLinkField(
      'condition',
      'Visitors see the link only if they meet this condition.',
      conditionWords,
    ),
    localizedTitle: localizedTitleField('Systemstatus'),
    localizedDescription: localizedDescriptionField('Aktuelle Vorfälle'),
    group: externalLinkField.ref(
      'parent',
      'section-group',
      'Section group that contains the link. `null` means the root.',
      {
        within: 'site',
        writtenBy: 'move',
      },
    ),
    draft: externalLinkField('draft', 'Whether the link is a draft, which readers cannot see.', linkDraftWords),
  },
  reading: treeReading('external-link', (item) =>
    addGroupId(
      item,
      addLocalizedFields(
        item,
        decodeMembers(item, { needs: ['title', 'url'], may: ['icon', 'description', 'condition', 'draft'] }),
      ),
    ),
  ),
  create: callOf(gitbook.createExternalLink),
  update: callOf(gitbook.updateExternalLink),
  move: (step) => moveItemCall(step, 'external-link'),
  ...groupMembershipCalls((step, group) => callOf(gitbook.updateExternalLink)({ ...step, body: { parent: group } })),
  delete: callOf(gitbook.deleteExternalLink),
});
