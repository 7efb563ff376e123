/** Finds the object of an external reference. Only one existing object is a match, and an incomplete list proves no absence. */
import type { DesiredResource } from '../../core/state.ts';
import { shapeOf } from '../../kinds/shape.ts';
import { presentIn, type World } from '../world.ts';
import { ambiguous } from './contradictions.ts';
import type { Match } from './identity.ts';

export function findExternal(world: World, resource: DesiredResource): Pick<Match, 'state'> & Partial<Match> {
  const { kind, pin, fields } = resource;
  const { title } = shapeOf(world, kind);
  const unknown = world.liveList(kind, null)?.unknown;
  const known = pin === undefined ? undefined : world.liveObject(kind, pin);
  if (known?.isDeleted) return missing(`the ${title} ${pin} is in the trash`);
  if (known !== undefined) return { state: 'matched', live: known, by: 'pin' };
  if (unknown !== undefined) return { state: 'hidden', reason: unknown };
  if (pin !== undefined) return missing(`no ${title} has the id ${pin}`);
  const alike = presentIn(world)(kind, null).filter((live) => live.fields.title === fields.title);
  const [live] = alike;
  if (live === undefined) return missing(`no ${title} has the title ${JSON.stringify(fields.title)}`);
  if (alike.length === 1) return { state: 'matched', live, by: 'natural' };
  const { reason, hint = '' } = ambiguous(world, shapeOf(world, kind), alike);
  return missing(reason, hint.replace(/`id: (.*)`/, '`external: { id: $1 }`'));
}

/** `hidden`, so that docform changes nothing that depends on the object. */
function missing(reason: string, hint = 'correct `external`, or remove it with its references') {
  return { state: 'hidden' as const, reason, blocked: { code: 'B-EXTERNAL', reason, hint } };
}
