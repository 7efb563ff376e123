/** Values that the platform derives from a title when it creates an object: the title is set first, and a value derived as declared is not sent again. */
import type { Address } from '../../core/address.ts';
import { topLevelAddress } from '../../core/address.ts';
import { groupBy } from '../../core/compare.ts';
import { withoutMissing } from '../../core/defined.ts';
import { type DesiredValue, isReference, type LiveObject } from '../../core/state.ts';
import type { FieldShape } from '../../kinds/field.ts';
import { shapeOf, valueInCreateCall } from '../../kinds/shape.ts';
import { parentAddress } from '../context/world.ts';
import type { Draft, DraftStep } from '../draft/draft.ts';
import type { Drafted } from '../draft/drafted.ts';
import { addNeed } from '../draft/edges.ts';
import type { StepId } from '../result/step.ts';
import { waitsFor } from './waiting.ts';

/** A value that the platform derives when it runs the create. */
interface Derivation {
  readonly create: DraftStep;
  /** Of the new object, or of its first child. */
  readonly address: Address;
  readonly kind: string;
  readonly name: string;
  /** Undefined: the title is unknown. */
  readonly value: string | undefined;
  /** Steps that set the title. */
  readonly sources: readonly StepId[];
  /** The platform keeps the value unique among objects with the same scope. */
  readonly scope: string;
}

export function orderDerivedValues(draft: Draft): void {
  const all = [...draft.steps.values()].flatMap((create) =>
    create.operation === 'create' ? derivationsOfCreate(draft, create) : [],
  );
  if (all.length === 0) return;
  const rivals = groupBy(
    all.filter(({ value }) => value !== undefined),
    ({ kind, scope, value }) => `${kind} ${scope} ${value}`,
  );
  const others = stepsWithSameValue(draft, all);
  for (const each of all) {
    const declared = declaredValue(draft, each);
    const key = `${each.kind} ${each.scope} ${each.value}`;
    const group = rivals.get(key) ?? [each];
    const holders = (others.get(key) ?? []).filter(({ step }) => step !== `${each.address}#update`);
    const earlier = group.filter((rival) => rival !== each && waitsFor(draft, each.create, rival.create));
    const isWanted = declared !== undefined && declared === each.value;
    const isExact = isWanted && holders.length === 0 && earlier.length === 0;
    const own = isWanted && !isExact ? draft.steps.get(`${each.address}#update`) : undefined;
    if (own !== undefined) for (const rival of earlier) addNeed(own, draft.steps.get(`${rival.address}#update`)?.id);
    if (declared === undefined || isExact) for (const source of each.sources) addNeed(each.create, source);
    if (isExact) leaveToCreate(draft, each, declared);
    // The first one gets the plain value, so the order decides the values of the others.
    const wanting = group.find((rival) => rival !== each && declaredValue(draft, rival) === rival.value);
    const former = declared === undefined ? group[group.indexOf(each) - 1] : undefined;
    const taking = holders.map(({ step }) => draft.steps.get(step ?? ''));
    for (const before of isExact ? [] : withoutMissing(wanting?.create, former?.create, ...taking))
      if (!waitsFor(draft, before, each.create)) addNeed(each.create, before.id);
  }
}

function derivationsOfCreate(draft: Drafted, create: DraftStep): readonly Derivation[] {
  const { world, creates } = draft;
  const parent = parentAddress(world, create.address);
  // The section that the platform adds around the spaces of a flat site takes a path of its own.
  const isWrapped = creates.wraps.some(({ container }) => container === parent);
  const first = create.companions?.find(({ role }) => role === 'first');
  const kindOfFirst = shapeOf(world, create.kind).firstCompanion;
  return [
    ...(isWrapped
      ? []
      : derivedValuesOf(draft, create, create, (field) =>
          field.unique === 'site' ? topLevelAddress(create.address) : (parent ?? ''),
        )),
    ...(first === undefined || kindOfFirst === undefined
      ? []
      : derivedValuesOf(draft, create, { address: first.address, kind: kindOfFirst }, () => create.address)),
  ];
}

function derivedValuesOf(
  draft: Drafted,
  create: DraftStep,
  { address, kind }: Pick<DraftStep, 'address' | 'kind'>,
  scopeOf: (field: FieldShape) => string,
): readonly Derivation[] {
  return Object.entries(shapeOf(draft.world, kind).fields).flatMap(([name, field]) => {
    if (field.derivation === undefined) return [];
    const { title, sources } = titleAtCreate(draft, create, field.derivation.from);
    const value = title === undefined ? undefined : field.derivation.value(title);
    return [{ create, address, kind, name, value, sources, scope: scopeOf(field) }];
  });
}

/** The title when the create runs. */
function titleAtCreate(draft: Drafted, create: DraftStep, from: readonly string[]) {
  const shape = shapeOf(draft.world, create.kind);
  for (const name of from) {
    const value = create.fields[name];
    if (isReference(value)) return titleAt(draft, value.ref);
    const sent = valueInCreateCall(shape, name, create.fields);
    if (typeof sent === 'string') return { title: sent, sources: [] };
  }
  return { title: undefined, sources: [] };
}

function titleAt({ matches, steps, producers }: Drafted, address: Address) {
  const match = matches.at.get(address);
  const update = steps.get(`${address}#update`);
  const isUpdated = typeof update?.fields.title === 'string';
  const declared = match?.resource.fields.title;
  const title =
    typeof declared === 'string' && (isUpdated || match?.live === undefined) ? declared : match?.live?.fields.title;
  const sources = withoutMissing(producers.get(address), isUpdated ? update?.id : undefined);
  return { title: typeof title === 'string' ? title : undefined, sources };
}

function declaredValue({ matches }: Drafted, { address, name }: Derivation): DesiredValue | undefined {
  return matches.at.get(address)?.resource.fields[name] ?? undefined;
}

/** Steps that free or take a value that is also derived. `step` is missing if an object keeps the value. */
function stepsWithSameValue(draft: Drafted, all: readonly Derivation[]) {
  const fields = new Map(all.map(({ kind, name }) => [kind, name]));
  const found: { key: string; step: StepId | undefined }[] = [];
  for (const live of draft.world.live.objects) {
    const name = fields.get(live.kind);
    const value = name === undefined ? undefined : live.fields[name];
    if (name === undefined || live.isDeleted || typeof value !== 'string') continue;
    found.push({
      key: `${live.kind} ${uniquenessScopeOfLive(draft, live, name)} ${value}`,
      step: stepReleasing(draft, live, name),
    });
  }
  for (const each of draft.steps.values()) {
    const name = fields.get(each.kind);
    const value = name === undefined ? undefined : each.fields[name];
    const match = draft.matches.at.get(each.address);
    if (name === undefined || each.operation !== 'update' || typeof value !== 'string' || match === undefined) continue;
    const scope =
      match.live === undefined
        ? uniquenessScopeAt(draft, match.resource.parent, each.kind, name)
        : uniquenessScopeOfLive(draft, match.live, name);
    found.push({ key: `${each.kind} ${scope} ${value}`, step: each.id });
  }
  return groupBy(found, ({ key }) => key);
}

/** As the scope of a new object. */
function uniquenessScopeOfLive({ matches, world }: Drafted, { kind, parentId }: LiveObject, name: string) {
  const parents = shapeOf(world, kind).parents ?? [];
  const address = parents.map((each) => matches.addressOf(each, parentId ?? '')).find((each) => each !== undefined);
  return uniquenessScopeAt({ world }, address ?? null, kind, name);
}

function uniquenessScopeAt({ world }: Pick<Drafted, 'world'>, parent: Address | null, kind: string, name: string) {
  if (parent === null) return undefined;
  return shapeOf(world, kind).fields[name]?.unique === 'site' ? topLevelAddress(parent) : parent;
}

function stepReleasing({ deleting, matches, steps }: Drafted, live: LiveObject, name: string) {
  const address = deleting.get(live) ?? matches.addressOfLive(live);
  const update = steps.get(`${address}#update`);
  return steps.get(`${address}#delete`)?.id ?? (update && name in update.fields ? update.id : undefined);
}

/** The create sets the value, so no update sends it. */
function leaveToCreate({ steps, changes }: Draft, { create, address, kind, name }: Derivation, value: DesiredValue) {
  const update = steps.get(`${address}#update`);
  if (update === undefined || !(name in update.fields)) return;
  delete update.fields[name];
  create.derived = [...(create.derived ?? []), { address, kind, fields: { [name]: value } }];
  if (Object.keys(update.fields).length > 0) return;
  steps.delete(update.id);
  for (const each of changes) {
    const at = each.steps.indexOf(update.id);
    if (at >= 0) each.steps.splice(at, 1);
  }
}
