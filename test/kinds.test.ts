/** Every kind matches the contract, and has its own addresses. */
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import type { Call, Endpoint } from '../src/contract/endpoint.ts';
import type { Value } from '../src/core/state.ts';
import type { BodySchema, KindDefinition, StepInput } from '../src/kinds/define-kind.ts';
import type { FieldShape, FieldType } from '../src/kinds/field.ts';
import { kinds, kindsOfDialect, shapes } from '../src/kinds/index.ts';
import { type KindShape, parseAddress, shapeOf } from '../src/kinds/shape.ts';
import { customizationBody } from './gitbook/customization-body.ts';

/** Body fields with another name or form than the field. */
const wireNames: { readonly [field: string]: string } = {
  'site.defaultSection': 'defaultSiteSection',
  'site.default': 'defaultSiteSpace',
  'section.default': 'defaultSiteSpace',
  'site-space.space': 'spaceId',
  'site-space.homePage': 'pageId',
  'section-group.group': 'parent',
  'external-link.group': 'parent',
};
const nested = new Set([
  'site.adaptiveContent',
  'organization.defaultContent',
  'openapi-spec.url',
  'openapi-spec.text',
  'field-values.values',
  'translation.space',
  'translation.sourceLanguage',
]);
nested.add('adaptive-schema.claims').add('adaptive-schema.unsigned');
// `test/gitbook/customization.test.ts` compares the branding with the published description.
for (const { name, fields } of kinds)
  if (name.endsWith('customization')) for (const field of Object.keys(fields)) nested.add(`${name}.${field}`);
// In the create call of an empty space; the calls here are those of a copy.
nested.add('space.template').add('space.language');
/** Limited by the resource or by silent points of the contract instead of a body. */
const inPath = new Set([
  'openapi-spec.slug',
  'link-invite.id',
  'member.email',
  'space.copyOf',
  'space.sample',
  'team-member.member',
  'team-member.role',
  'member.sso',
]);

/** Only the `gitbook` dialect has the value `null`, or the language has `{}` in its place. */
const nullInGitbook = new Set([
  'link-invite.role',
  'external-link.localizedTitle',
  'external-link.localizedDescription',
]);

const ajv = new Ajv({ strict: false, formats: { uri: true, 'date-time': true } });

function sample(type: FieldType): Value {
  switch (type.is) {
    case 'text':
      if (type.format === 'uri') return 'https://acme.dev/x';
      if (type.format === 'color') return '#346ddb';
      if (type.format === 'emoji') return '📘';
      return type.pattern?.includes('\\/') ? 'acme.dev/docs' : 'abc';
    case 'boolean':
      return true;
    case 'choice':
      return type.values[0] ?? '';
    case 'ref':
      return 'id1';
    case 'list':
      return [sample(type.of)];
    case 'keyed':
      return { owner: 'docs' };
    case 'claims':
      return { partner: { type: 'boolean', description: 'Partner' } };
    case 'texts':
      return { de: 'abc' };
    case 'record': {
      const members = Object.entries(type.members).map(([name, member]) => [name, sample(member.type)] as const);
      return Object.fromEntries(type.isOneOf ? members.slice(0, 1) : members);
    }
  }
}

function input(fields: { readonly [field: string]: Value }): StepInput {
  return {
    organization: 'o1',
    address: 'x',
    id: 'id0',
    fields,
    passthrough: {},
    basis: customizationBody,
    up: (kind) => `up-${kind}`,
    companions: [],
  };
}

/** Whether a call changes the container. */
function isPlaceable({ join, moveCarriesContainer }: KindDefinition): boolean {
  return join !== undefined || moveCarriesContainer === true;
}

function fieldsFor(kind: KindDefinition, call: 'create' | 'update'): { readonly [field: string]: Value } {
  const other = call === 'create' ? 'update' : 'create';
  const fits = (field: FieldShape) =>
    field.writtenBy !== other &&
    (field.writtenBy !== 'move' || (call === 'create' && field.placedAtCreation && isPlaceable(kind))) &&
    !(call === 'create' && field.deferred);
  return Object.fromEntries(
    Object.entries(kind.fields).flatMap(([name, field]) => (fits(field) ? [[name, sample(field.type)]] : [])),
  );
}

function writes(kind: KindDefinition): readonly { readonly name: 'create' | 'update'; readonly call: Call }[] {
  const created = kind.create ? [{ name: 'create' as const, call: kind.create(input(fieldsFor(kind, 'create'))) }] : [];
  return [
    ...created,
    ...(kind.update?.(input(fieldsFor(kind, 'update'))) ?? []).map((call) => ({ name: 'update' as const, call })),
  ];
}

function bodySchema(endpoint: Endpoint | undefined, kind: KindDefinition, field: string): BodySchema | undefined {
  return (endpoint?.body as BodySchema | undefined)?.properties?.[wireNames[`${kind.name}.${field}`] ?? field];
}

const withoutNull = (schema: BodySchema): BodySchema => schema.anyOf?.find((each) => each.type !== 'null') ?? schema;
const takesNull = (schema: BodySchema): boolean => schema.anyOf?.some((each) => each.type === 'null') ?? false;

function expectSameBounds(type: FieldType, schema: BodySchema): void {
  const plain = withoutNull(schema);
  if (type.is === 'text') {
    const { minLength, maxLength, pattern, format } = plain;
    expect({ min: type.min, max: type.max, pattern: type.pattern, uri: type.format === 'uri' }).toEqual({
      min: minLength,
      max: maxLength,
      pattern,
      uri: format === 'uri',
    });
  } else if (type.is === 'choice')
    expect({ values: type.values, isOpen: type.isOpen ?? false }).toEqual({
      values: plain.enum ?? plain.examples,
      isOpen: plain.enum === undefined,
    });
  else if (type.is === 'list')
    expect({ min: type.min, max: type.max }).toEqual({ min: plain.minItems, max: plain.maxItems });
  else if (type.is === 'texts') {
    const [text] = Object.values(plain.patternProperties ?? {});
    expect({ max: type.max }).toEqual({ max: text?.maxLength });
  } else expect(type.is).toBe(plain.type === 'boolean' ? 'boolean' : 'ref');
}

test('there are 24 kinds, each with its own name', () => {
  expect(kinds.map(({ name }) => name)).toHaveLength(24);
  expect(shapes.size).toBe(24);
});

/** Each kind in the contract, and the kinds that the `gitbook` dialect adds, or has with other calls or fields. */
const variants = [
  ...[...kindsOfDialect('2025-06').values()].map((kind) => [kind.name, kind] as const),
  ...[...kindsOfDialect('gitbook').values()].flatMap((kind) =>
    kind.overrides === undefined && !kind.dialects ? [] : [[`${kind.name} of GitBook`, kind] as const],
  ),
];

/** In the `gitbook` dialect, only the fields that the contract does not have. */
function boundFields({ fields }: KindDefinition, isContract: boolean): readonly (readonly [string, FieldShape])[] {
  return Object.entries(fields).filter(([, { dialects }]) => isContract || dialects?.includes('2025-06') === false);
}

describe.each(variants)('%s', (name, kind) => {
  const calls = writes(kind);
  const create = calls.find(({ name }) => name === 'create')?.call.endpoint;
  const update = calls.find(({ name }) => name === 'update')?.call.endpoint;

  test('sends only fields of the contract, in their form', () => {
    for (const { call } of calls) {
      if (call.endpoint.body === undefined) {
        expect(call.body).toBeUndefined();
        continue;
      }
      const schema = call.endpoint.body as BodySchema;
      const spaceOnly =
        kind.name === 'section' && call.endpoint === create ? { ...(call.body as object), spaceId: 'sp1' } : call.body;
      expect(Object.keys(spaceOnly as object).filter((name) => schema.properties?.[name] === undefined)).toEqual([]);
      expect(ajv.validate(schema, spaceOnly), ajv.errorsText()).toBe(true);
    }
  });

  test.each(
    boundFields(kind, name === kind.name).filter(
      ([name]) => !nested.has(`${kind.name}.${name}`) && !inPath.has(`${kind.name}.${name}`),
    ),
  )('%s has the same limits, null value and format as in the contract', (name, field) => {
    const [atCreation, later] = [bodySchema(create, kind, name), bodySchema(update, kind, name)];
    if (field.writtenBy === 'move') {
      expect(later).toBeUndefined();
      // Without a call that changes it, no container is possible.
      if (!isPlaceable(kind)) {
        expect(field.type.is === 'ref' && kind.orderedIn?.includes(field.type.to)).toBe(false);
        return;
      }
      expect(atCreation !== undefined).toBe(field.placedAtCreation ?? false);
      return;
    }
    expect(field.writtenBy ?? 'both').toBe(
      atCreation && (later || create === update)
        ? 'both'
        : atCreation
          ? 'create'
          : create
            ? 'update'
            : (field.writtenBy ?? 'both'),
    );
    const schema = later ?? atCreation;
    expect(schema).toBeDefined();
    if (schema === undefined) return;
    expectSameBounds(field.type, schema);
    if (later && atCreation && field.type.is === 'text')
      expect(field.createMax).toBe(atCreation.maxLength === later.maxLength ? undefined : atCreation.maxLength);
    if (!nullInGitbook.has(`${kind.name}.${name}`)) expect(field.clearable ?? false).toBe(takesNull(schema));
  });

  test('its shape names only existing fields and kinds', () => {
    const fields = [
      ...kind.naturalKeys.flat(),
      ...(kind.exactlyOneOf ?? []),
      kind.shorthand,
      kind.narrowedBy,
      kind.createNeeds,
      kind.companionOf?.begins?.field,
      kind.keepsOne?.field,
    ];
    const key = typeof kind.key === 'object' ? [kind.key.field] : [];
    for (const field of [...fields, ...key]) if (field !== undefined) expect(Object.keys(kind.fields)).toContain(field);
    const others = [
      ...(kind.parents ?? []),
      ...(kind.orderedIn ?? []),
      ...(kind.movesBeside ?? []),
      kind.firstCompanion,
      kind.companionOf?.container,
      kind.companionOf?.link,
    ];
    const wrapping = [kind.wraps?.child, kind.wraps?.wrapper];
    for (const other of [...others, ...wrapping]) if (other !== undefined) expect(shapes.has(other)).toBe(true);
    for (const field of Object.values(kind.fields))
      if (field.type.is === 'ref') expect(shapes.has(field.type.to)).toBe(true);
    expect(kind.naturalKeys.length === 0).toBe(kind.singleton ?? false);
  });

  test('its addresses are parsed as its kind', () => {
    for (const address of addressesOf(kind)) {
      const path = parseAddress(address, shapes);
      expect(path?.at(-1)).toEqual({
        kind: kind.name,
        key: kind.singleton ? kind.segment : `my-${kind.name}`,
        address,
      });
    }
  });

  test('it has all calls that its shape requires', () => {
    expect(kind.delete !== undefined || kind.bulk === true).toBe(!kind.undeletable);
    expect(kind.move !== undefined).toBe(kind.orderedIn !== undefined);
    expect(kind.restore !== undefined).toBe(kind.restorable ?? false);
    expect(kind.bulkCalls !== undefined).toBe(kind.bulk ?? false);
    expect(kind.create === undefined).toBe(kind.missing !== undefined || kind.bulk === true || kind.singleton === true);
  });
});

function addressesOf(kind: KindShape): readonly string[] {
  const own = kind.singleton ? kind.segment : `${kind.segment}/my-${kind.name}`;
  if (kind.parents === undefined) return [own];
  return kind.parents.flatMap((parent) =>
    addressesOf(shapeOf({ shapes }, parent)).map((address) => `${address}/${own}`),
  );
}

test('site-spaces of sections and flat sites are distinct from top-level spaces', () => {
  const kindsOf = (address: string) => parseAddress(address, shapes)?.map(({ kind }) => kind);
  expect(kindsOf('sites/docs/sections/a/spaces/home')).toEqual(['site', 'section', 'site-space']);
  expect(kindsOf('sites/docs/spaces/home')).toEqual(['site', 'site-space']);
  expect(kindsOf('spaces/home/fields')).toEqual(['space', 'field-values']);
  expect(kindsOf('sites/docs/wings/a')).toBeUndefined();
});
