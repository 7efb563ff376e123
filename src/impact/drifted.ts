/** Computes what drift means to people: the live state beside what docform had left. Pure. */
import { thoseWithin } from '../core/address.ts';
import type { Impact } from '../core/impact.ts';
import type { Desired, DesiredResource, Ledger, Live, LiveObject } from '../core/state.ts';
import { type DesiredValue, isReference, type Value } from '../core/value.ts';
import type { DriftEntry } from '../drift/entry.ts';
import { wideningOfNew } from '../kinds/field.ts';
import { addressPath, identityOf, type Shapes } from '../kinds/shape.ts';
import { rootThen } from './addresses.ts';
import { byWeight, impactIn } from './impact.ts';
import { matterOf, openedAlone } from './opened.ts';
import { objectFinder, type Scene, sceneOf } from './scene.ts';

export interface DriftedInput {
  /** What is ignored is not among them. */
  readonly entries: readonly DriftEntry[];
  readonly live: Live;
  readonly desired: Desired;
  readonly ledger: Ledger;
  readonly shapes: Shapes;
}

/** Without places in files: what is otherwise on the platform stays the same when lines elsewhere come or go. */
export function impactOfDrift(input: DriftedInput): readonly Impact[] {
  const ids = idsIn(input);
  const before = asLeft(input, ids);
  const scene = sceneOf({ before, after: input.live, desired: input.desired, ids, shapes: input.shapes });
  const objectOf = objectFinder(input.live.objects, scene.addressOf);
  const came = cameOpen(input, objectOf);
  const found = impactIn(scene).map((each) =>
    came.has(matterOf(each)) ? { ...each, severity: 'high-risk' as const } : each,
  );
  return [...found, ...openedFromUnknown(input, scene, objectOf)].sort(byWeight).map(({ source: _, ...each }) => each);
}

/** Addresses and fields of what came by hand and opens something, as a plan that made it would tell: what is told of these is high-risk. */
function cameOpen({ entries, shapes }: DriftedInput, objectOf: ObjectOf): ReadonlySet<string> {
  const found = entries.flatMap((entry) => {
    const object = entry.class === 'unmanaged' ? objectOf(entry) : undefined;
    const fields = object === undefined ? [] : Object.entries(shapes.get(entry.kind)?.fields ?? {});
    return fields.flatMap(([name, field]) =>
      wideningOfNew(field, object?.fields[name]) === undefined
        ? []
        : [matterOf({ address: entry.address, field: name })],
    );
  });
  return new Set(found);
}

type ObjectOf = ReturnType<typeof objectFinder>;

type Ids = { readonly [address: string]: string };

function idsIn({ entries, ledger }: DriftedInput): Ids {
  const known = Object.entries(ledger.resources).map(([address, { id }]) => [address, id] as const);
  return Object.fromEntries([
    ...known,
    ...entries.flatMap(({ address, id }) => (id === undefined ? [] : [[address, id] as const])),
  ]);
}

/** The live state as docform left it, as far as that is known: without what came, with what went, and with the values it had. */
function asLeft(input: DriftedInput, ids: Ids): Live {
  const { entries, live, desired, shapes } = input;
  const objects = new Map(live.objects.map((object) => [identityOf(shapes, object), object]));
  const declaredWithin = thoseWithin(desired.resources);
  for (const entry of entries) {
    const { class: of, address, kind, id } = entry;
    const parent = addressPath(address, shapes)?.at(-2)?.address;
    const parentId = parent === undefined ? null : (ids[parent] ?? parent);
    const key = identityOf(shapes, { kind, id: id ?? '', parentId });
    const found = objects.get(key);
    if (of === 'unmanaged') objects.delete(key);
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

function formerly({ shapes }: DriftedInput, now: LiveObject, { fields = [] }: DriftEntry, ids: Ids): LiveObject {
  const former: { [field: string]: Value } = { ...now.fields };
  for (const { field, before } of fields) {
    const type = shapes.get(now.kind)?.fields[field]?.type;
    if (type === undefined || before === undefined) continue;
    if (before === null) delete former[field];
    else former[field] = type.is === 'ref' && typeof before === 'string' ? (ids[before] ?? before) : before;
  }
  const object = { ...now, fields: former };
  if (now.kind !== 'site') return object;
  // The platform tells where it is now.
  const { published, hosted } = rootThen(now, object);
  return {
    ...object,
    fields: {
      ...former,
      ...(published === undefined ? {} : { address: published }),
      ...(hosted === undefined ? {} : { hosted }),
    },
  };
}

/** As far as it is declared; what nobody declares of it is not known. */
function declared({ address, kind, parent, fields }: DesiredResource, ids: Ids, shapes: Shapes): LiveObject {
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

/** Of what was opened nobody may know how far it was open: only its fingerprint is kept. */
function openedFromUnknown({ entries }: DriftedInput, scene: Scene, objectOf: ObjectOf): readonly Impact[] {
  return entries.flatMap((entry) => {
    const unknown = (entry.fields ?? []).filter(({ before }) => before === undefined);
    return unknown.length === 0 ? [] : openedAlone(scene, { ...entry, fields: unknown }, objectOf(entry));
  });
}
