/** Without a ledger entry, an object is matched by title at most: no plan adds it to a site or widens its access without an override. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DesiredResource, isReference, type LiveObject } from '../../src/core/state.ts';
import { wideningText } from '../../src/kinds/field.ts';
import { shapes } from '../../src/kinds/index.ts';
import { parseAddress } from '../../src/kinds/shape.ts';
import type { PlanInput } from '../../src/plan/context/world.ts';
import { plan } from '../../src/plan/plan.ts';
import type { Change, Plan } from '../../src/plan/result/change.ts';
import { statesOf } from './journey.ts';
import { journeys, pairsOf } from './law.ts';

/** Kinds with ambiguous names, and the field that identifies one object. */
const named = new Map([
  ...['space', 'collection', 'saml-provider', 'share-link', 'section-group'].map((kind) => [kind, undefined] as const),
  ...([
    ['site', 'basename'],
    ['section', 'path'],
  ] as const),
]);

/** Judges a plan by its input and its ids. */
function judge({ desired, live, ledger }: PlanInput, { ids }: Plan) {
  const at = new Map(desired.resources.map((resource) => [resource.address, resource]));
  /** The object exists and is matched by title alone. */
  const isFound = (address: string): boolean => {
    const resource = at.get(address);
    const id = ids[address];
    if (resource === undefined || !named.has(resource.kind) || !live.objects.some((each) => each.id === id))
      return false;
    const sure = named.get(resource.kind);
    if (sure !== undefined && resource.fields[sure] !== undefined) return false;
    // An object with another name also counts if `moved` led to it.
    return resource.pin !== id && !Object.values(ledger.resources).some((entry) => entry.id === id);
  };
  const isAnyFound = (address: string): boolean =>
    (parseAddress(address, shapes) ?? []).some((part) => isFound(part.address));
  const objectOf = ({ kind, address }: Pick<Change, 'kind' | 'address'>): LiveObject | undefined =>
    live.objects.find((each) => each.kind === kind && each.id === ids[address]);

  /** The content of a space: its own, or for a new space the content of its original. */
  const contentOf = (address: string): string | undefined => {
    if (live.objects.some(({ id }) => id === ids[address])) return ids[address];
    const source = at.get(address)?.fields.copyOf;
    return isReference(source) ? contentOf(source.ref) : ids[address];
  };

  /** A space appears on a site for the first time, and the space or the site is matched by title alone. */
  const isShown = ({ kind, action, address }: Change): boolean => {
    const target = at.get(address)?.fields.space;
    if (kind !== 'site-space' || (action !== 'create' && action !== 'replace') || !isReference(target)) return false;
    const site = ids[address.split('/').slice(0, 2).join('/')];
    const inside = live.objects
      .filter(({ parentId }) => site !== undefined && parentId === site)
      .map((each) => each.id);
    const isThere = live.objects.some(
      ({ kind: of, parentId, fields }) =>
        of === 'site-space' &&
        fields.space === contentOf(target.ref) &&
        site !== undefined &&
        [site, ...inside].includes(parentId ?? ''),
    );
    return !isThere && (isFound(target.ref) || isAnyFound(address));
  };
  /** Access widens, or a share link is created active, for an object matched by title alone. */
  const isOpened = (change: Change): boolean => {
    const [resource, object, shape] = [at.get(change.address), objectOf(change), shapes.get(change.kind)];
    if (resource === undefined || !isAnyFound(change.address)) return false;
    if (change.action === 'create') return change.kind === 'share-link' && resource.fields.active !== false;
    if (change.action !== 'update' || object === undefined) return false;
    return Object.entries(resource.fields).some(([name, wanted]) =>
      opens(shape?.fields[name], object.fields[name], wanted),
    );
  };
  return { isShown, isOpened };
}

function opens(
  field: Parameters<typeof wideningText>[0] | undefined,
  before: LiveObject['fields'][string] | undefined,
  wanted: DesiredResource['fields'][string],
) {
  return field !== undefined && !isReference(wanted) && wideningText(field, before, wanted) !== undefined;
}

test('a plan blocks new publication and wider access of objects that are matched by title alone', async () => {
  const blocked = { shown: 0, opened: 0 };
  await journeys(65, [pairsOf('everything'), fc.func(fc.boolean())], async (journey, pair, forgets) => {
    const { ledger, ...rest } = await statesOf(journey, pair);
    const kept = Object.entries(ledger.resources).filter(
      ([address]) => !forgets(address.split('/').slice(0, 2).join('/')),
    );
    // These overrides applied to the whole ledger.
    const input = {
      ...rest,
      allowances: { addresses: [] },
      ledger: { ...ledger, resources: Object.fromEntries(kept) },
      shapes,
    };
    const made = plan(input);
    const { isShown, isOpened } = judge(input, made);
    const [shown, opened] = [made.changes.filter(isShown), made.changes.filter(isOpened)];
    blocked.shown += shown.length;
    blocked.opened += opened.length;
    expect(
      [...shown, ...opened].filter((change) => change.blocked === undefined).map(({ address }) => address),
    ).toEqual([]);
  });
  expect(Math.min(blocked.shown, blocked.opened), 'the law is about something').toBeGreaterThan(0);
});
