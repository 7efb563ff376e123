/** Computes the impact of drift: compares the live state with the state after the last apply. */
import { createDescendantFinder } from '../../core/address.ts';
import { withoutUndefined } from '../../core/defined.ts';
import type { Impact } from '../../core/impact.ts';
import {
  type Desired,
  type DesiredResource,
  type DesiredValue,
  isReference,
  type KindName,
  type Ledger,
  type Live,
  type LiveObject,
  type Value,
} from '../../core/state.ts';
import { identityOf, parseAddress, type Shapes } from '../../kinds/shape.ts';
import type { DriftEntry } from '../drift/entry.ts';
import { byWeight, impactWith } from './impact.ts';
import { sceneOf } from './simulation/scene.ts';
import { rootThen } from './simulation/site-paths.ts';
import { trashing } from './topics/levels.ts';

interface DriftedInput {
  /** Without ignored entries. */
  readonly entries: readonly DriftEntry[];
  readonly live: Live;
  readonly desired: Desired;
  readonly ledger: Ledger;
  readonly shapes: Shapes;
}

/** The trash does not contain the space, or was not read. */
const missingSpace = 'the space is missing; a space in the trash will be deleted permanently';

/** Without positions in files, so that unrelated edits do not change the report. */
export function impactOfDrift(input: DriftedInput): readonly Impact[] {
  const ids = idsIn(input);
  const before = asLeft(input, ids);
  const scene = sceneOf({ before, after: input.live, desired: input.desired, ids, shapes: input.shapes });
  return [...impactWith(scene, input.entries)]
    .sort(byWeight)
    .map(({ source: _, ...each }) => (each.what === trashing ? { ...each, what: missingSpace } : each));
}

type Ids = { readonly [address: string]: string };

function idsIn({ entries, ledger }: DriftedInput): Ids {
  const known = Object.entries(ledger.resources).map(([address, { id }]) => [address, id] as const);
  return Object.fromEntries([
    ...known,
    ...entries.flatMap(({ address, id }) => (id === undefined ? [] : [[address, id] as const])),
  ]);
}

/** Kinds of unmanaged objects that may have been there before: they decide the access to managed objects. */
const lasting: readonly KindName[] = ['collection', 'space'];

/** The live state after the last apply, as far as known. */
function asLeft(input: DriftedInput, ids: Ids): Live {
  const { entries, live, desired, shapes } = input;
  const objects = new Map(live.objects.map((object) => [identityOf(shapes, object), object]));
  const declaredWithin = createDescendantFinder(desired.resources);
  for (const entry of entries) {
    const { class: of, address, kind, id } = entry;
    const parent = parseAddress(address, shapes)?.at(-2)?.address;
    const parentId = parent === undefined ? null : (ids[parent] ?? parent);
    const key = identityOf(shapes, { kind, id: id ?? '', parentId });
    const found = objects.get(key);
    if (of === 'unmanaged' && !lasting.includes(kind)) objects.delete(key);
    if (of === 'changed' && found !== undefined) objects.set(key, formerly(input, found, entry, ids));
    if (of !== 'missing' || entry.isElsewhere) continue;
    for (const resource of declaredWithin(address)) {
      const gone = declared(resource, ids, shapes);
      const known = objects.get(identityOf(shapes, gone));
      if (known === undefined || known.isDeleted) objects.set(identityOf(shapes, gone), gone);
    }
  }
  return { ...live, objects: [...objects.values()] };
}

function formerly({ shapes }: DriftedInput, now: LiveObject, { fields = [] }: DriftEntry, ids: Ids) {
  const former: { [field: string]: Value } = { ...now.fields };
  for (const { field, before } of fields) {
    const { type, nullIsValue } = shapes.get(now.kind)?.fields[field] ?? {};
    if (type === undefined || before === undefined) continue;
    if (before === null && !nullIsValue) delete former[field];
    else former[field] = type.is === 'ref' && typeof before === 'string' ? (ids[before] ?? before) : before;
  }
  const object = { ...now, fields: former };
  if (now.kind !== 'site') return object;
  // The live URL is the current one.
  const { published, hosted } = rootThen(now, object);
  return { ...object, fields: { ...former, ...withoutUndefined({ address: published, hosted }) } };
}

/** The declared fields; other fields are unknown. */
function declared({ address, kind, parent, fields }: DesiredResource, ids: Ids, shapes: Shapes) {
  const value = (each: DesiredValue): Value => (isReference(each) ? (ids[each.ref] ?? each.ref) : each);
  const usual = Object.entries(shapes.get(kind)?.fields ?? {}).flatMap(([name, { initial, defaultValue: first }]) => {
    const given = initial ?? first;
    return given === undefined ? [] : [[name, given] as const];
  });
  const stated = Object.entries(fields).map(([name, each]) => [name, value(each)] as const);
  return {
    kind,
    id: ids[address] ?? address,
    parentId: parent === null ? null : (ids[parent] ?? parent),
    fields: Object.fromEntries([...usual, ...stated]),
  };
}
