/** Simulates what the platform does by itself after creates and deletes: companions, wrappers, and defaults that nobody states. */
import { groupBy } from '../core/group-by.ts';
import type { Live, LiveObject } from '../core/state.ts';
import type { Step } from '../plan/change.ts';
import { createdObject, parentIdOf, type Work } from './work.ts';

/** What comes into being along with what a step creates. */
export function createCompanions(work: Work, { address, kind, fields, companions = [] }: Step): void {
  for (const { role, address: along } of companions) {
    if (role === 'space') work.put(createdObject(work, 'space', along, {}));
    if (role === 'site-space') linkNew(work, along, companions);
    if (role === 'first') work.put(createdObject(work, 'site-space', along, fields.space === undefined ? {} : { space: fields.space }));
  }
  if (kind === 'section') wrapRest(work, parentIdOf(work, address), companions.find(({ role }) => role === 'wrapper')?.address);
}

/** The link to the space that a new site comes with. */
function linkNew(work: Work, along: string, companions: NonNullable<Step['companions']>): void {
  const space = companions.find(({ role }) => role === 'space')?.address;
  work.put(createdObject(work, 'site-space', along, space === undefined ? {} : { space: { ref: space } }));
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
  const wrapper = createdObject(work, 'section', address, {});
  work.put({ ...wrapper, parentId: siteId, fields: { ...wrapper.fields, ...(first === undefined ? {} : { default: first }) } });
  work.put({ ...site, fields: { ...rest, defaultSection: wrapper.id } });
  for (const each of spaces) work.put({ ...each, parentId: wrapper.id });
}

function childrenOf({ objects }: Pick<Work, 'objects'>, kind: string, parentId: string): readonly LiveObject[] {
  return [...objects.values()].filter((object) => object.kind === kind && object.parentId === parentId);
}

/** Defaults that nobody states: the first of what is new, the only one that is left; else nobody knows which. What was never seen stays. */
export function settleDefaults(work: Work, { objects, lists }: Live): void {
  const unread = new Set(lists.flatMap(({ kind, parentId, unknown }) => (unknown === undefined ? [] : [`${kind} ${parentId}`])));
  const byParent = groupBy(work.objects.values(), ({ kind, parentId }) => `${kind} ${parentId}`);
  const seen = new Set(objects.map(({ kind, id }) => `${kind} ${id}`));
  const isGone = (kind: string, id: string): boolean =>
    work.find(kind, id) === undefined && (seen.has(`${kind} ${id}`) || id.includes('/'));
  const settle = (holder: LiveObject, name: string, kind: string): void => {
    const object = work.find(holder.kind, holder.id, holder.parentId);
    const children = unread.has(`${kind} ${holder.id}`) ? undefined : (byParent.get(`${kind} ${holder.id}`) ?? []);
    const stated = object?.fields[name];
    if (object === undefined || (typeof stated === 'string' && !isGone(kind, stated))) return;
    const { [name]: _, ...rest } = object.fields;
    const first = children && firstOf(children, stated === undefined);
    work.put({ ...object, fields: first === undefined ? rest : { ...rest, [name]: first } });
  };
  for (const object of [...work.objects.values()]) {
    if (object.kind === 'section') settle(object, 'default', 'site-space');
    if (object.kind !== 'site') continue;
    settle(object, 'defaultSection', 'section');
    if (!byParent.has(`section ${object.id}`)) settle(object, 'defaultSiteSpace', 'site-space');
  }
}

/** What stands in different groups is created at the same time, so that nobody knows which is the first. */
function firstOf(children: readonly LiveObject[], wasNone: boolean): string | undefined {
  const [first] = children;
  const isNew = wasNone && children.every(({ id, fields }) => id.includes('/') && fields.group === first?.fields.group);
  return children.length === 1 || isNew ? first?.id : undefined;
}
