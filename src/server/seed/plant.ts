/** Puts a world into an empty state, by direct inserts in one transaction. */

import type { Store } from '../objects.ts';
import { addChangeRequest } from '../resources/change-request.ts';
import { plantComment } from '../resources/comment.ts';
import { resources } from '../resources/index.ts';
import { setDefaultSite } from '../resources/organization.ts';
import { plantRevision } from '../resources/revision.ts';
import { plantVisits } from '../resources/visitor-event.ts';
import { requireObject } from '../rules/require.ts';
import { bedOf } from './bed.ts';
import { type Bed, contextOf, createPlanter } from './planter.ts';
import type { World } from './world.ts';
import type { WorldContent } from './written.ts';

/** Last of all, so that the ids of everything else are the same with and without it. */
const ofContents = [plantContents, plantVisits];

export interface Planted {
  /** How many ids were given out. */
  readonly sequence: number;
  /** Id of the first organization's first admin. */
  readonly caller: string;
  /** What an object of the first organization has become. */
  readonly idOf: Bed['idOf'];
}

export function plant(store: Store, { seedNumber, organizations: all }: World): Planted {
  const planter = createPlanter(store, seedNumber, all.length);
  const users = new Map<string, string>();
  const beds = all.map((organization) => bedOf(planter, organization, users));
  for (const bed of beds) {
    for (const resource of resources) resource.plant?.(bed);
    setDefaultSite(bed);
  }
  for (const bed of beds) for (const put of ofContents) put(bed);
  const [first] = beds;
  const admin = first?.all('member').find(({ fields }) => fields.role === 'admin');
  const idOf: Bed['idOf'] = (kind, id) => first?.idOf(kind, id);
  return { sequence: planter.sequence(), caller: idOf('member', admin?.id) ?? '', idOf };
}

/** Through the rules that requests go through. */
function plantContents(bed: Bed): void {
  for (const { parent, fields } of bed.all('content')) {
    const content = fields as unknown as WorldContent;
    const spaceId = bed.idOf('space', parent) ?? '';
    const space = requireObject(contextOf(bed), 'space', spaceId);
    plantRevision(bed, spaceId, content, [], space.data.revision);
    for (const comment of content.comments) plantComment(bed, { space }, comment);
    for (const { number, subject, status, ...text } of content.changeRequests) {
      const revision = plantRevision(bed, spaceId, text, [space.data.revision]);
      const changeRequest = addChangeRequest(contextOf(bed), space, { number, subject, status, revision });
      for (const comment of text.comments) plantComment(bed, { space, changeRequest }, comment);
    }
  }
}
