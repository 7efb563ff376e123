/** What the platform does by itself when something is created or deleted: firsts, wrappers, and defaults that were never stated. */
import type { Live, LiveObject } from '../core/state.ts';
import type { Step } from '../plan/change.ts';
import { bornOf, parentIdOf, type Work } from './work.ts';

/** What comes into being along with what a step creates. */
export function bringAlong(work: Work, { address, kind, fields, brings = [] }: Step): void {
  for (const { role, address: along } of brings) {
    if (role === 'space') work.put(bornOf(work, 'space', along, {}));
    if (role === 'site-space') linkNew(work, along, brings);
    if (role === 'first') work.put(bornOf(work, 'site-space', along, fields.space === undefined ? {} : { space: fields.space }));
  }
  if (kind === 'section') wrapRest(work, parentIdOf(work, address), brings.find(({ role }) => role === 'wrapper')?.address);
}

/** The link to the space that a new site comes with. */
function linkNew(work: Work, along: string, brings: NonNullable<Step['brings']>): void {
  const space = brings.find(({ role }) => role === 'space')?.address;
  work.put(bornOf(work, 'site-space', along, space === undefined ? {} : { space: { ref: space } }));
}

/** With its first section a flat site gets one more, around the spaces it has; it is served at the root. */
function wrapRest(work: Work, siteId: string | null, named: string | undefined): void {
  if (siteId === null) return;
  const spaces = childrenOf(work, 'site-space', siteId);
  const site = work.find('site', siteId);
  if (site === undefined || (spaces.length === 0 && named === undefined)) return;
  const address = named ?? `${siteId}/sections/(wrapper)`;
  const { defaultSiteSpace, ...rest } = site.fields;
  const first = defaultSiteSpace ?? spaces[0]?.id;
  const wrapper = bornOf(work, 'section', address, {});
  work.put({ ...wrapper, parentId: siteId, fields: { ...wrapper.fields, ...(first === undefined ? {} : { default: first }) } });
  work.put({ ...site, fields: { ...rest, defaultSection: wrapper.id } });
  for (const each of spaces) work.put({ ...each, parentId: wrapper.id });
}

export function childrenOf({ objects }: Pick<Work, 'objects'>, kind: string, parentId: string): readonly LiveObject[] {
  return [...objects.values()].filter((object) => object.kind === kind && object.parentId === parentId);
}

/** Defaults that nobody states: the first of what is new, the only one that is left; else nobody knows which. */
export function settleDefaults(work: Work, { lists }: Live): void {
  const isRead = (kind: string, parentId: string): boolean =>
    !lists.some((list) => list.kind === kind && list.parentId === parentId && list.unknown !== undefined);
  for (const object of [...work.objects.values()]) {
    if (object.kind === 'section')
      settle(work, object, 'default', isRead('site-space', object.id) ? childrenOf(work, 'site-space', object.id) : []);
    if (object.kind !== 'site') continue;
    const sections = childrenOf(work, 'section', object.id);
    settle(work, object, 'defaultSection', isRead('section', object.id) ? sections : []);
    if (sections.length === 0) settle(work, object, 'defaultSiteSpace', childrenOf(work, 'site-space', object.id));
  }
}

function settle(work: Work, { kind, id, parentId }: LiveObject, name: string, children: readonly LiveObject[]): void {
  const object = work.find(kind, id, parentId);
  if (object === undefined) return;
  const stated = object.fields[name];
  if (stated !== undefined && children.some(({ id }) => id === stated)) return;
  // What stands in different groups is created at the same time.
  const isNew = stated === undefined && children.every(({ id, fields }) => id.includes('/') && fields.group === children[0]?.fields.group);
  const [only] = children.length === 1 || isNew ? children : [];
  const { [name]: _, ...rest } = object.fields;
  work.put({ ...object, fields: only === undefined ? rest : { ...rest, [name]: only.id } });
}
