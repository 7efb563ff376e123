/** Blocks changes of objects outside the patterns of `within`. */
import { compilePatternsWithin, topLevelAddress } from '../../core/address.ts';
import type { Bound, LiveObject } from '../../core/state.ts';
import { type KindShape, keyForImport, shapeOf } from '../../kinds/shape.ts';
import { displayName, type World } from '../context/world.ts';
import type { GuardedChange, Guarding } from './guarding.ts';

/** These actions only stop managing an object, or only change the ledger. */
const harmless = ['rename', 'release', 'record', 'pending', 'unmanage'];

export function guardBound(draft: Guarding, bound: Bound): void {
  const isInside = compilePatternsWithin(bound.patterns);
  for (const change of draft.judged) {
    const top = topLevelAddress(change.address);
    const isOther = bound.file !== undefined && draft.matches.at.get(top)?.resource.span.file !== bound.file;
    if (isOther || harmless.includes(change.action)) continue;
    const taken = takenOver(draft, change);
    if (!isInside(taken?.address ?? top)) blockOutsideBound(draft, change, bound, taken);
  }
}

interface Taken {
  readonly live: LiveObject;
  /** The address that an import gives the object. */
  readonly address: string;
}

/** An object of the top level that this configuration did not manage before. */
function takenOver({ world, matches }: Guarding, change: GuardedChange): Taken | undefined {
  const top = topLevelAddress(change.address);
  const own = top === change.address && change.id !== undefined ? world.liveObject(change.kind, change.id) : undefined;
  const live = matches.at.get(top)?.live ?? own;
  if (live === undefined || world.ledger.get(top)?.id === live.id) return undefined;
  const shape = shapeOf({ shapes: world.shapes }, live.kind);
  return shape.singleton ? undefined : { live, address: importedAddress(shape, live) };
}

function importedAddress(shape: KindShape, live: LiveObject) {
  return `${shape.segment}/${keyForImport(shape, live)}`;
}

/** Whether an unmanaged object of the top level is none of the objects that a bound of the whole configuration allows it to have. */
export function isOutsideOwnBounds({ desired, shapes }: World, live: LiveObject): boolean {
  const shape = shapeOf({ shapes }, live.kind);
  if (live.parentId !== null || shape.singleton) return false;
  const own = (desired.bounds ?? []).filter(({ file }) => file === undefined);
  return own.some(({ patterns }) => !compilePatternsWithin(patterns)(importedAddress(shape, live)));
}

function blockOutsideBound({ world }: Guarding, change: GuardedChange, { patterns, span }: Bound, taken?: Taken) {
  const bound = `the bound ${patterns.join(', ') || '(nothing)'} (${span.file}:${span.line})`;
  const title = taken && shapeOf(world, taken.live.kind).title;
  change.blocked = {
    code: 'B-WITHIN',
    reason:
      taken === undefined
        ? `${topLevelAddress(change.address)} is outside ${bound}`
        : `it would take over the ${title} "${displayName(world, taken.live)}" (${taken.live.id}), which an import declares as ${taken.address}, outside ${bound}`,
    hint:
      taken === undefined
        ? `to stop managing the object, run \`docform forget ${topLevelAddress(change.address)}\``
        : 'declare the object in a file or configuration without this bound first, or give the new object another title',
  };
}
