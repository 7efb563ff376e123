/** An organization written down with the sections of a configuration, as the plain objects of a world. */

import type { ChangeRequestRecord } from '../resources/change-request.ts';
import type { WorldComment } from '../resources/comment.ts';
import type { WorldText } from '../resources/revision.ts';
import type { WorldObject } from './world.ts';

type Fields = { readonly [field: string]: unknown };

type KeyedFields = { readonly [key: string]: Fields | null };

/** Kinds by section, and the field that says the key, where one does: that of an invite is its id. */
const kinds = {
  linkInvites: ['link-invite', 'id'],
  members: ['member', 'email'],
  teams: ['team'],
  saml: ['saml-provider'],
  customFields: ['custom-field', 'name'],
  collections: ['collection'],
  spaces: ['space'],
  openapi: ['openapi-spec', 'slug'],
  translations: ['translation'],
  sites: ['site'],
} as const;

export type Section = keyof typeof kinds;

/** The sections of a configuration, their fields and those that only a platform has; `id` pins. No block stands for its one field, but in rosters. */
export type WrittenOrganization = { readonly settings?: Fields } & { readonly [Name in Section]?: KeyedFields };

/** Fields that name by its key what stands in a section. */
const sections = new Map([
  ['collection', 'collections'],
  ['parent', 'collections'],
  ['space', 'spaces'],
  ['copyOf', 'spaces'],
  ['defaultTeam', 'teams'],
  ['defaultContent', 'sites'],
]);

/** Fields that name by its key what stands in a list of the object itself. */
const ownLists = new Map([
  ['default', 'spaces'],
  ['defaultSection', 'sections'],
]);

export function objectsOf(written: WrittenOrganization): readonly WorldObject[] {
  const { settings } = written;
  const top = settings === undefined ? [] : [objectOf('organization', null, 'settings', settings)];
  const others = Object.entries(kinds).flatMap(([section, [kind, keyField]]) =>
    Object.entries(written[section as Section] ?? {}).flatMap(([key, block]) =>
      withParts(kind, `${section}/${key}`, { ...(keyField === undefined ? {} : { [keyField]: key }), ...block }),
    ),
  );
  return [...top, ...others];
}

function objectOf(kind: string, parent: string | null, id: string, block: Fields): WorldObject {
  const fields: { [field: string]: unknown } = {};
  for (const [field, value] of Object.entries(block)) if (field !== 'id') fields[field] = referring(id, field, value);
  return typeof block.id === 'string' ? { kind, id, parent, fields, pin: block.id } : { kind, id, parent, fields };
}

function referring(id: string, field: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const [section, list] = [sections.get(field), ownLists.get(field)];
  if (section !== undefined) return `${section}/${value}`;
  return list === undefined ? value : `${id}/${list}/${value}`;
}

function withParts(kind: string, id: string, block: Fields): readonly WorldObject[] {
  if (kind === 'team') {
    const { members = {}, ...fields } = block;
    const roster = Object.entries(members as Fields).map(([email, role]) =>
      objectOf('team-member', id, `${id}/members/${email}`, {
        member: `members/${email}`,
        ...(typeof role === 'object' ? role : { role }),
      }),
    );
    return [objectOf(kind, null, id, fields), ...roster];
  }
  if (kind === 'space') {
    const { fields: values, ...fields } = block;
    const own = objectOf(kind, null, id, fields);
    return values === undefined ? [own] : [own, objectOf('field-values', id, `${id}/fields`, { values })];
  }
  return kind === 'site' ? siteWithParts(id, block) : [objectOf(kind, null, id, block)];
}

function siteWithParts(
  id: string,
  { structure = [], shareLinks = {}, visitor, ...fields }: Fields,
): readonly WorldObject[] {
  const items = structure as readonly Fields[];
  const first = items.find(({ space, default: isFirst }) => space !== undefined && isFirst === true);
  const shown = first === undefined ? {} : { defaultSiteSpace: `${id}/spaces/${first.space}` };
  return [
    objectOf('site', null, id, { ...fields, ...shown }),
    ...(visitor === undefined ? [] : [objectOf('adaptive-schema', id, `${id}/visitor`, visitor as Fields)]),
    ...items.flatMap((item) => itemsOf(id, item)),
    ...Object.entries(shareLinks as KeyedFields).map(([key, link]) =>
      objectOf('share-link', id, `${id}/shareLinks/${key}`, { ...link }),
    ),
  ];
}

function itemsOf(site: string, { group: key, sections: held = [], ...fields }: Fields): readonly WorldObject[] {
  if (key === undefined) return 'section' in fields ? sectionWithSpaces(site, fields) : [siteSpaceOf(site, fields)];
  const group = `${site}/groups/${key}`;
  const inside = (held as readonly Fields[]).flatMap((section) => sectionWithSpaces(site, { ...section, group }));
  return [objectOf('section-group', site, group, fields), ...inside];
}

function sectionWithSpaces(site: string, { section: key, spaces = [], ...fields }: Fields): readonly WorldObject[] {
  const section = `${site}/sections/${key}`;
  return [
    objectOf('section', site, section, fields),
    ...(spaces as readonly Fields[]).map((item) => siteSpaceOf(section, item)),
  ];
}

function siteSpaceOf(container: string, { default: _, ...fields }: Fields): WorldObject {
  return objectOf('site-space', container, `${container}/spaces/${fields.space}`, fields);
}

/** What is written in a space; no configuration speaks of it. */
export interface WorldContent extends WorldText {
  readonly comments: readonly WorldComment[];
  readonly changeRequests: readonly (WorldText &
    Pick<ChangeRequestRecord, 'number' | 'subject' | 'status'> & { readonly comments: readonly WorldComment[] })[];
}

/** `space`: its key. */
export function contentOf(space: string, content: WorldContent): WorldObject {
  return objectOf('content', `spaces/${space}`, `spaces/${space}/content`, { ...content });
}
