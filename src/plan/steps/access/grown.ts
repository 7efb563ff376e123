/** Finds the objects whose audience is wider after the plan than before. */
import type { Audience, Way } from '../../../access/audience/audience.ts';
import { audienceChanges } from '../../../access/audience/changes.ts';
import { audienceOf } from '../../../access/audience/of-object.ts';
import { isReference, type LiveObject } from '../../../core/state.ts';
import { shapeOf } from '../../../kinds/shape.ts';
import type { Drafted } from '../../draft/drafted.ts';
import { startWork } from './access-steps.ts';

/** Names of objects as `growthName` writes them. A copy is compared with its original. */
export function grownIn(draft: Drafted): ReadonlySet<string> {
  const [before, after] = startWork(draft).ends();
  if (before === undefined || after === undefined) return new Set();
  const baseline = ({ kind, id }: LiveObject): Audience | undefined => {
    const source = draft.steps.get(`${id}#create`)?.fields[shapeOf(draft.world, kind).createNeeds ?? ''];
    const original = isReference(source) ? draft.matches.at.get(source.ref)?.live : undefined;
    return original === undefined ? undefined : audienceOf(before, original);
  };
  // The site-spaces that show a space have audiences of their own.
  const isOwn = ({ kind }: LiveObject, { by }: Way) => kind !== 'space' || by !== 'site';
  const grown = audienceChanges(before, after, baseline).filter(({ object, gained }) =>
    gained.some((way) => isOwn(object, way)),
  );
  return new Set(grown.map(({ object }) => growthName(object)));
}

/** `id`: of a new object, its address. */
export function growthName({ kind, id }: Pick<LiveObject, 'kind' | 'id'>): string {
  return `${kind} ${id}`;
}
