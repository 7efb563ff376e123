/** Applying a change leaves everything that nobody declared as it was: fields left out, and what the language has no word for. */
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import type { DesiredResource, Ledger } from '../../src/core/state.ts';
import { asMap } from '../../src/core/value.ts';
import { shapes } from '../../src/kinds/index.ts';
import { type Facts, readFacts } from '../support/platform-facts.ts';
import { arriveAt, faultsOf } from './journey.ts';
import { extents, journeys, orders, pairsOf } from './law.ts';
import { keepWhole, type Words, wordsOf } from './whole-schemas.ts';

/** Fields that nobody declares and that are otherwise than before; what a reference leads to may be gone, so that it leads elsewhere. */
function disturbed(resources: readonly DesiredResource[], ledger: Ledger, before: Facts, after: Facts): readonly string[] {
  return resources.flatMap(({ address, kind, parent, fields }) => {
    const id = ledger.resources[address]?.id ?? '';
    const parentId = ledger.resources[parent ?? '']?.id ?? '';
    const was = before.of(kind, id, parentId);
    const is = after.of(kind, id, parentId);
    const shape = shapes.get(kind);
    const names = Object.entries(shape?.fields ?? {}).filter(([, { type }]) => type.is !== 'ref' && type.is !== 'claims');
    // What excludes a declared field goes with it, which the plan says.
    const isDisplaced = (name: string): boolean =>
      shape?.exactlyOneOf?.includes(name) === true && shape.exactlyOneOf.some((other) => other in fields);
    const undeclared = names.map(([name]) => name).filter((name) => !(name in fields) && !isDisplaced(name));
    const values = Object.keys(asMap(was?.values as never)).filter(
      (name) => fields.values !== undefined && !(name in asMap(fields.values)),
    );
    return was === undefined || is === undefined
      ? []
      : [
          ...undeclared.filter((name) => !isDeepStrictEqual(was[name], is[name])).map((name) => `${address} ${name}`),
          ...values
            .filter(
              (name) =>
                !isDeepStrictEqual(wordsOf(was.values)[name], wordsOf(is.values)[name]) && `customFields/${name}` in ledger.resources,
            )
            .map((name) => `${address} values.${name}`),
        ];
  });
}

const said = ['type', 'description', 'enum'];

/** What is otherwise in a schema although nobody declares it: the schema's own words, undeclared claims, and further words of declared ones. */
function disturbedIn(was: Words, is: Words, declared: DesiredResource['fields']): readonly string[] {
  const { claims, nested, unsigned, ...own } = partsOf(was);
  const now = partsOf(is);
  // There was no such part, and claims for it are declared.
  const isNew = nested === undefined && Object.keys(wordsOf(declared.unsigned)).length > 0;
  return [
    ...(isDeepStrictEqual(own, { schema: now.schema }) ? [] : ['the schema itself']),
    ...(isDeepStrictEqual(nested, now.nested) || isNew ? [] : ['its unsigned part']),
    ...disturbedClaims(claims, now.claims, declared.claims),
    ...disturbedClaims(unsigned, now.unsigned, declared.unsigned),
  ];
}

function partsOf({ properties: all, ...schema }: Words) {
  const { unsigned, ...claims } = wordsOf(all);
  const { properties, ...nested } = wordsOf(unsigned);
  return { schema, claims, nested: unsigned === undefined ? undefined : nested, unsigned: wordsOf(properties) };
}

function disturbedClaims(was: Words, is: Words, declared: DesiredResource['fields'][string] | undefined): readonly string[] {
  if (declared === undefined) return isDeepStrictEqual(was, is) ? [] : ['claims that nobody declares'];
  const unsaid = (claim: unknown): Words => Object.fromEntries(Object.entries(wordsOf(claim)).filter(([word]) => !said.includes(word)));
  return Object.keys(was).filter((name) => name in is && !isDeepStrictEqual(unsaid(was[name]), unsaid(is[name])));
}

test.each(extents)('what nobody declared is as it was, whatever is applied: %s', async (extent) => {
  let schemas = 0;
  await journeys(15, [pairsOf(extent), orders], async (journey, { before, after }, order) => {
    await arriveAt(journey, journey.wanted(before));
    const schemasNow = keepWhole(journey);
    const wanted = journey.wanted(after);
    // Read once, so that the schemas say more than docform has written.
    await journey.plan(wanted);
    const schemasBefore = new Map(schemasNow);
    const facts = await readFacts(journey.reference);
    const { report, desired, planned } = await arriveAt(journey, wanted, order);
    expect(faultsOf(report)).toEqual([]);
    const { ledger } = await journey.store.load();
    // What is made anew is another thing, of the same name.
    const anew = planned.plan.changes.flatMap(({ action, address }) => (action === 'replace' ? [address] : []));
    const kept = desired.resources.filter(({ address }) => !anew.includes(address));
    expect(disturbed(kept, ledger, facts, await readFacts(journey.reference))).toEqual([]);
    for (const { kind, fields, parent } of desired.resources) {
      const was = schemasBefore.get(ledger.resources[parent ?? '']?.id ?? '');
      const is = schemasNow.get(ledger.resources[parent ?? '']?.id ?? '');
      if (kind !== 'adaptive-schema' || was === undefined || is === undefined) continue;
      schemas += Number(was !== is);
      expect(disturbedIn(was, is, fields)).toEqual([]);
    }
  });
  if (extent === 'sites') expect(schemas).toBeGreaterThan(0);
});
