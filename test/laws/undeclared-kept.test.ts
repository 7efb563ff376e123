/** An apply keeps the values of undeclared fields, and parts of schemas that a configuration cannot express. */
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import type { Transport } from '../../src/contract/transport.ts';
import { type DesiredResource, type Ledger, mapOrEmpty, type Value } from '../../src/core/state.ts';
import { shapes } from '../../src/kinds/index.ts';
import { type Facts, readFacts } from '../support/platform-facts.ts';
import { arriveAt, faultsOf, type Journey } from './journey.ts';
import { extents, journeys, orders, pairsOf } from './law.ts';

type Words = { readonly [word: string]: Value };

const schemaPath = /\/sites\/([^/]+)\/adaptive-schema$/;

function wordsOf(value: unknown): Words {
  return (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}) as Words;
}

function mapped(words: Words, change: (word: Value) => Value): Words {
  return Object.fromEntries(Object.entries(words).map(([name, word]) => [name, change(word)]));
}

const titled = (claim: Value): Value => ({ title: 'Of ours', examples: [true], ...wordsOf(claim) });

/** Adds other JSON Schema keywords to the claims. */
function adorned(schema: Words): Words {
  const { unsigned, ...claims } = wordsOf(schema.properties);
  const inner = { ...wordsOf(unsigned), description: 'Said by anybody', $comment: 'ours', properties: {} };
  const nested =
    unsigned === undefined
      ? {}
      : { unsigned: { ...inner, properties: mapped(wordsOf(wordsOf(unsigned).properties), titled) } };
  return {
    ...schema,
    $id: 'https://acme.dev/visitor.json',
    title: 'Visitors',
    properties: { ...mapped(claims, titled), ...nested },
  };
}

/** Returns complete schemas by site id. Keeps sent schemas completely, and sends only supported keywords to the reference platform. */
function keepWhole(journey: Journey): ReadonlyMap<string, Words> {
  const kept = new Map<string, Words>();
  const inner = journey.intercept;
  journey.intercept = (send) => wholeSchemas(inner(send), kept);
  return kept;
}

function wholeSchemas(send: Transport, kept: Map<string, Words>): Transport {
  return async (request, options) => {
    const site = schemaPath.exec(request.path)?.[1];
    if (site === undefined) return send(request, options);
    if (request.method === 'PUT') kept.set(site, wordsOf(wordsOf(request.body).jsonSchema));
    const schema = kept.get(site);
    const known = schema && { jsonSchema: knownOf(schema) };
    const response = await send(request.method === 'PUT' && known ? { ...request, body: known } : request, options);
    if (response.status !== 200) return response;
    const whole = kept.get(site) ?? adorned(wordsOf(wordsOf(response.body).jsonSchema));
    kept.set(site, whole);
    return { ...response, body: { ...wordsOf(response.body), jsonSchema: whole } };
  };
}

function some(words: Words, names: readonly string[]): Words {
  return Object.fromEntries(Object.entries(words).filter(([name]) => names.includes(name)));
}

const claimOf = (claim: Value): Value => some(wordsOf(claim), ['type', 'description', 'enum']);

function knownOf(schema: Words): Words {
  const { unsigned, ...claims } = wordsOf(schema.properties);
  const inner = some(wordsOf(unsigned), ['type', 'description', 'additionalProperties']);
  const nested =
    unsigned === undefined
      ? {}
      : { unsigned: { ...inner, properties: mapped(wordsOf(wordsOf(unsigned).properties), claimOf) } };
  return {
    ...some(schema, ['$schema', '$id', 'type', 'additionalProperties']),
    properties: { ...mapped(claims, claimOf), ...nested },
  };
}

/** Undeclared fields whose values changed. References are ignored, because a deleted target changes them. */
function disturbed(
  resources: readonly DesiredResource[],
  ledger: Ledger,
  before: Facts,
  after: Facts,
): readonly string[] {
  return resources.flatMap(({ address, kind, parent, fields }) => {
    const id = ledger.resources[address]?.id ?? '';
    const parentId = ledger.resources[parent ?? '']?.id ?? '';
    const was = before.of(kind, id, parentId);
    const is = after.of(kind, id, parentId);
    const shape = shapes.get(kind);
    const names = Object.entries(shape?.fields ?? {}).filter(
      ([, { type }]) => type.is !== 'ref' && type.is !== 'claims',
    );
    // Declaring a field removes the fields that it excludes, and the plan reports this.
    const isDisplaced = (name: string): boolean =>
      shape?.exactlyOneOf?.includes(name) === true && shape.exactlyOneOf.some((other) => other in fields);
    const undeclared = names.map(([name]) => name).filter((name) => !(name in fields) && !isDisplaced(name));
    const values = Object.keys(mapOrEmpty(was?.values as never)).filter(
      (name) => fields.values !== undefined && !(name in mapOrEmpty(fields.values)),
    );
    return was === undefined || is === undefined
      ? []
      : [
          ...undeclared.filter((name) => !isDeepStrictEqual(was[name], is[name])).map((name) => `${address} ${name}`),
          ...values
            .filter(
              (name) =>
                !isDeepStrictEqual(wordsOf(was.values)[name], wordsOf(is.values)[name]) &&
                `customFields/${name}` in ledger.resources,
            )
            .map((name) => `${address} values.${name}`),
        ];
  });
}

const said = ['type', 'description', 'enum'];

/** Undeclared differences of a schema: its own keywords, undeclared claims, and other keywords of declared claims. */
function disturbedIn(was: Words, is: Words, declared: DesiredResource['fields']): readonly string[] {
  const { claims, nested, unsigned, ...own } = partsOf(was);
  const now = partsOf(is);
  // The schema had no unsigned claims before, and the configuration declares some.
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

function disturbedClaims(
  was: Words,
  is: Words,
  declared: DesiredResource['fields'][string] | undefined,
): readonly string[] {
  if (declared === undefined) return isDeepStrictEqual(was, is) ? [] : ['claims that nobody declares'];
  const unsaid = (claim: unknown): Words =>
    Object.fromEntries(Object.entries(wordsOf(claim)).filter(([word]) => !said.includes(word)));
  return Object.keys(was).filter((name) => name in is && !isDeepStrictEqual(unsaid(was[name]), unsaid(is[name])));
}

test.each(extents)(
  'an apply keeps the values of undeclared fields and undeclared parts of schemas: %s',
  async (extent) => {
    let schemas = 0;
    await journeys(15, [pairsOf(extent), orders], async (journey, { before, after }, order) => {
      await arriveAt(journey, journey.wanted(before));
      const schemasNow = keepWhole(journey);
      const wanted = journey.wanted(after);
      // The first read adds keywords to the schemas.
      await journey.plan(wanted);
      const schemasBefore = new Map(schemasNow);
      const facts = await readFacts(journey.reference);
      const { report, desired, planned } = await arriveAt(journey, wanted, order);
      expect(faultsOf(report)).toEqual([]);
      const { ledger } = await journey.backend.load();
      // A recreated object does not keep undeclared values.
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
  },
);
