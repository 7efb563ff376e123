/** Completes a change for reports and approvals: its title, and the other objects that it involves. */
import { type Address, byAddress, childAddress, isWithin, keyIn } from '../../core/address.ts';
import { defined } from '../../core/defined.ts';
import { asMap, type LiveObject } from '../../core/state.ts';
import { shapeOf } from '../../kinds/shape.ts';
import { kindOf, liveName, unmanagedAddress, type World } from '../context/world.ts';
import type { AffectedObject, Change, FieldChange } from '../result/change.ts';
import type { Step, StepId } from '../result/step.ts';
import { type Drafted, type DraftedChange, itemsIn } from './drafted.ts';
import { namedIn } from './named.ts';

/** All steps of the plan must exist. */
export function affectedObjectsIn(draft: Drafted): (change: DraftedChange) => readonly AffectedObject[] {
  const { known, deletingAt } = knownIn(draft);
  const itemsOf = itemsIn(draft);
  return (change) => {
    const found = new Map<Address, AffectedObject>();
    const { address } = change;
    const add = (at: Address, as: AffectedObject['as'], live?: LiveObject) => {
      if (at === address || found.has(at)) return;
      const object = live === undefined ? known(at) : objectOf(draft, live);
      if (object !== undefined) found.set(at, { address: at, ...object, as });
    };
    for (const { at, live } of referencesOf(draft, change)) add(at, 'reference', live);
    if (change.beside !== undefined) add(change.beside.address, 'neighbour');
    for (const each of stepsOf(draft, change, itemsOf)) {
      for (const touched of touchedBy(draft, each))
        add(touched, isWithin(address, touched) || touched === each.container ? 'container' : 'reference');
    }
    const going =
      change.action === 'delete'
        ? deletingAt.get(address)
        : change.action === 'replace'
          ? draft.matches.at.get(address)?.live
          : undefined;
    for (const [at, live] of going === undefined ? [] : contentsOf(draft, address, going))
      found.set(at, { address: at, ...objectOf(draft, live), as: 'contents' });
    return [...found.values()].sort(byAddress);
  };
}

export function titlesIn(draft: Drafted): (change: DraftedChange) => Pick<Change, 'title'> {
  const { known } = knownIn(draft);
  return ({ address, kind }) => {
    const title = shapeOf(draft.world, kind).singleton ? undefined : known(address)?.title;
    return title === undefined || title === keyIn(address) ? {} : { title };
  };
}

function knownIn(draft: Drafted) {
  const { matches, unmanagedIds, world } = draft;
  const deletingAt = new Map([...draft.deleting].map(([live, address]) => [address, live]));
  const known = (address: Address): Pick<AffectedObject, 'id' | 'title'> | undefined => {
    const match = matches.at.get(address);
    if (match?.state === 'absent' || match?.state === 'pending') return undefined;
    const id = unmanagedIds.get(address) ?? world.ledger.get(address)?.id;
    const live =
      match?.live ??
      deletingAt.get(address) ??
      (id === undefined ? undefined : world.liveObject(kindOf(world, address) ?? '', id));
    return live !== undefined ? objectOf(draft, live) : id === undefined ? undefined : { id };
  };
  return { known, deletingAt };
}

function objectOf({ world }: Drafted, live: LiveObject): Pick<AffectedObject, 'id' | 'title'> {
  const title = liveName(world, live);
  return defined({ id: live.id, title });
}

/** The steps of a change, with only its own items of bulk steps. */
function stepsOf(draft: Drafted, { address, steps }: DraftedChange, itemsOf: ReturnType<typeof itemsIn>) {
  return steps.flatMap((id: StepId) => {
    const step = draft.steps.get(id);
    if (step === undefined) return [];
    return [step.items === undefined ? step : { ...step, items: [...itemsOf(step, address)] }];
  });
}

/** References in fields, before and after, and in keys of maps. Objects without an address are named by id. */
function referencesOf(
  { world }: Drafted,
  { kind, fields }: DraftedChange,
): readonly { readonly at: Address; readonly live?: LiveObject }[] {
  return fields.flatMap(({ field, before, after }: FieldChange) => {
    const type = world.shapes.get(kind)?.fields[field]?.type;
    if (type?.is === 'ref') {
      const named = [before, after].filter((value) => typeof value === 'string');
      return named.map((at) => defined({ at, live: world.liveObject(type.to, at) }));
    }
    if (type?.is !== 'keyed') return [];
    const segment = shapeOf(world, type.keysRefer).segment;
    return Object.keys({ ...asMap(before), ...asMap(after) }).map((key) => ({ at: childAddress(null, segment, key) }));
  });
}

/** All contents by address. Singletons (field values, a visitor schema) are part of their container. */
function contentsOf(
  draft: Drafted,
  address: Address,
  { kind, id }: LiveObject,
): readonly (readonly [Address, LiveObject])[] {
  const { world, matches } = draft;
  const children = [...world.shapes.values()].filter((shape) => !shape.singleton && shape.parents?.includes(kind));
  return children.flatMap((shape) =>
    world.liveIn(shape.name, id).flatMap((live) => {
      const at = matches.addressOfLive(live) ?? unmanagedAddress(shape, address, live.id);
      return [[at, live] as const, ...contentsOf(draft, at, live)];
    }),
  );
}

/** The address with its containers, the new place, and all references. */
function touchedBy(draft: Drafted, step: Step) {
  const items = (step.items ?? []).map(({ address }) => address);
  return [...prefixesOf(step.address), ...namedIn(draft, step), ...items];
}

/** `sites/docs/visitor`: `sites`, `sites/docs` and itself. */
function prefixesOf(address: Address): readonly Address[] {
  const prefixes: Address[] = [];
  for (let end = address.indexOf('/'); end !== -1; end = address.indexOf('/', end + 1))
    prefixes.push(address.slice(0, end));
  prefixes.push(address);
  return prefixes;
}

/** The title is missing if the settings were not read, or if it is the id. */
export function organizationOf({ desired: { organization }, live }: Pick<World, 'desired' | 'live'>) {
  const title = live.objects.find(({ kind }) => kind === 'organization')?.fields.title;
  const isName = typeof title === 'string' && title !== '' && title !== organization;
  return { organization, ...(isName && { organizationTitle: title }) };
}
