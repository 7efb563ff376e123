/** Finds the objects whose audience is wider after the plan than before. */
import type { Audience, Way } from '../../../access/audience/audience.ts';
import { findAudienceChanges } from '../../../access/audience/changes.ts';
import { audienceOf } from '../../../access/audience/of-object.ts';
import { isReference, type LiveObject } from '../../../core/state.ts';
import { shapeOf } from '../../../kinds/shape.ts';
import type { Drafted } from '../../draft/drafted.ts';
import { startAccessSteps } from './access-steps.ts';

/** Names of objects as `objectName` writes them. A copy is compared with its original. */
export function objectsWithWiderAudience(draft: Drafted): ReadonlySet<string> {
  const [before, after] = startAccessSteps(draft).ends();
  if (before === undefined || after === undefined) return new Set();
  const audienceOfOriginal = ({ kind, id }: LiveObject): Audience | undefined => {
    const source = draft.steps.get(`${id}#create`)?.fields[shapeOf(draft.world, kind).createNeeds ?? ''];
    const original = isReference(source) ? draft.matches.at.get(source.ref)?.live : undefined;
    return original === undefined ? undefined : audienceOf(before, original);
  };
  // The site-spaces that show a space have audiences of their own.
  const isOwnWay = ({ kind }: LiveObject, { by }: Way) => kind !== 'space' || by !== 'site';
  const grown = findAudienceChanges(before, after, audienceOfOriginal).filter(({ object, gained }) =>
    gained.some((way) => isOwnWay(object, way)),
  );
  return new Set(grown.map(({ object }) => objectName(object)));
}

/** `id`: of a new object, its address. */
export function objectName({ kind, id }: Pick<LiveObject, 'kind' | 'id'>): string {
  return `${kind} ${id}`;
}
