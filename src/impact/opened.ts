/** Finds changed fields that widen or narrow access, and their audience. */

import { type Address, keyIn } from '../core/address.ts';
import { defined } from '../core/defined.ts';
import { type Impact, onWhom } from '../core/impact.ts';
import type { KindName, LiveObject } from '../core/state.ts';
import { directionOf } from '../kinds/field.ts';
import { openingFields } from '../plan/change.ts';
import { concernedBy, inheritedBy, spacesByDefaultOf } from './levels.ts';
import { reachText, withoutSso } from './people.ts';
import { grantedTo } from './permissions.ts';
import { agentsRead, audienceOf, audienceUnder, openedByLink, shownBy } from './readers.ts';
import { about, objectFinder, parentIn, type Scene, type State } from './scene.ts';

/** For objects in both states. */
export function openedFields(scene: Scene): readonly Impact[] {
  return scene.before.live.objects.flatMap((before) => {
    const after = scene.after.find(before.kind, before.id, before.parentId);
    return after === undefined || after === before ? [] : fieldsOf(scene, before, after);
  });
}

function fieldsOf(scene: Scene, before: LiveObject, after: LiveObject): readonly Impact[] {
  const on = onWhom(scene.addressOf(after));
  return Object.entries(scene.shapes.get(before.kind)?.fields ?? {}).flatMap(([name, field]) => {
    const [was, is] = [before.fields[name], after.fields[name]];
    const direction = directionOf(field, was, is);
    if (direction === undefined) return [];
    return [
      {
        on,
        severity:
          direction.topic === 'shut' && !isLockingOut(before.kind, name)
            ? ('notable' as const)
            : ('high-risk' as const),
        ...about(scene, after, name),
        field: name,
        ...direction,
        before: was ?? null,
        after: is ?? null,
        ...concerned(scene, before, after, name),
      },
    ];
  });
}

/** Members without single sign-on lose access, and readers of an unpublished site lose all of it. */
function isLockingOut(kind: KindName, field: string): boolean {
  return (kind === 'organization' && field === 'sso') || (kind === 'site' && field === 'published');
}

/** A change of a plan, or drift. */
interface OpeningChange {
  readonly address: Address;
  readonly kind: KindName;
  /** Missing `before`: unknown. */
  readonly fields?: readonly (Pick<Impact, 'before' | 'after'> & {
    readonly field: string;
    readonly highRisk?: string;
  })[];
}

/** Adds the high-risk fields that are missing, and raises the severity of the others. */
export function withOpening(
  scene: Scene,
  changes: readonly OpeningChange[],
  found: readonly Impact[],
): readonly Impact[] {
  const opening = changes.flatMap(({ address, kind, fields = [] }) =>
    openingFields({ fields }).map((field) => ({ ...field, address, kind })),
  );
  const [highRisk, reported] = [new Set(opening.map(matterOf)), new Set(found.map(matterOf))];
  const objectOf = objectFinder(scene.after.live.objects, scene.addressOf);
  return [
    ...found.map((each) => (highRisk.has(matterOf(each)) ? { ...each, severity: 'high-risk' as const } : each)),
    ...opening.flatMap((each): readonly Impact[] => {
      const { address, field, highRisk: what, before, after = null } = each;
      if (reported.has(matterOf(each))) return [];
      const object = objectOf(each);
      return [
        {
          ...{ on: onWhom(address), topic: 'opened', severity: 'high-risk', address, field, what },
          subject: object === undefined ? keyIn(address) : scene.titleOf(object),
          ...defined({ before, after }),
          ...(object?.kind === 'site' && audienceFields.includes(field)
            ? ofSite(scene, object, field)
            : { who: [], details: [] }),
          ...scene.sourceOf(address, field),
        },
      ];
    }),
  ];
}

export function matterOf({ address, field = '' }: Pick<Impact, 'address' | 'field'>): string {
  return `${address} ${field}`;
}

function concerned(
  scene: Scene,
  before: LiveObject,
  after: LiveObject,
  field: string,
): Pick<Impact, 'who' | 'details'> {
  if (scene.shapes.get(after.kind)?.itemWord !== undefined) {
    const site = siteOf(scene.after, after);
    return { who: site === undefined ? [] : audienceUnder(site, after.fields[field]), details: shownBy(scene, after) };
  }
  switch (after.kind) {
    case 'site':
      return ofSite(scene, field === 'published' && after.fields.published === false ? before : after, field);
    case 'share-link':
      return openedByLink(scene, after);
    case 'collection':
    case 'space': {
      if (field === 'editMode') return { who: ['members who can edit it'], details: [] };
      const { who, details } = concernedBy(scene, before, after);
      const spaces = after.kind === 'collection' ? spacesByDefaultOf(scene, after) : [];
      return { who, details: [...inheritedBy(scene, before, after), ...spaces, ...details] };
    }
    case 'team-permission':
    case 'member-permission':
      return grantedTo(scene, after);
    case 'team-member': {
      const team = parentIn(scene.after, after);
      return { who: [], details: team === undefined ? [] : [`team: ${scene.titleOf(team)}`] };
    }
    case 'member':
      return { who: [], details: reachText(scene, before, after) };
    case 'organization':
      return field === 'sso' && after.fields.sso === true ? withoutSso(scene) : { who: [], details: [] };
    default:
      return { who: [], details: [] };
  }
}

const audienceFields: readonly string[] = ['visibility', 'published'];

function ofSite(scene: Scene, site: LiveObject, field: string): Pick<Impact, 'who' | 'details'> {
  if (field === 'agentsContext') return { who: ['AI agents'], details: shownBy(scene, site) };
  const details = [...shownBy(scene, site), ...agentsRead(site), ...linksUnread(scene, site)];
  return { who: audienceOf(site), details: audienceFields.includes(field) ? details : [] };
}

/** Access depends on share links, which may be undeclared. */
function linksUnread({ after }: Scene, site: LiveObject): readonly string[] {
  const isKnown = site.fields.visibility !== 'share-link' || after.isWhole('share-link', site.id);
  return isKnown ? [] : ['active share links: (unknown: not read by docform)'];
}

function siteOf(state: State, object: LiveObject): LiveObject | undefined {
  for (let at: LiveObject | undefined = object; at !== undefined; at = parentIn(state, at))
    if (at.kind === 'site') return at;
  return undefined;
}
