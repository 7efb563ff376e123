/** Generates the JSON schema of the configuration (draft-07) for editors. */
import { withoutUndefined } from '../../core/defined.ts';
import { maxExpectedAdmins } from '../../core/expectation.ts';
import type { KindName } from '../../core/state.ts';
import { largestMaxReaders } from '../../core/traffic.ts';
import { keyPattern, longestKey } from '../../kinds/declaration/key.ts';
import type { KindShape, Shapes } from '../../kinds/shape.ts';
import { externalFields } from '../blocks/externals.ts';
import { movedFields } from '../blocks/moved.ts';
import { keyType, takesVariables } from '../blocks/resources.ts';
import type { FixedFields } from '../blocks/values.ts';
import { boundFields } from '../blocks/within.ts';
import { columnFields } from '../files/people-table.ts';
import {
  type Block,
  grammarOf,
  idPattern,
  type Part,
  pinPattern,
  policyNames,
  prunedKinds,
  supportedVersion,
  topParts,
} from '../grammar.ts';
import { allowFields, maxAllowedDeletes } from '../policy/allow.ts';
import { driftRuleFields } from '../policy/drift-rules.ts';
import { addressList, adminFields, expectFields } from '../policy/expect.ts';
import {
  defaultMaxDeletes,
  largestMaxDeletes,
  policyFields,
  protectedByDefault,
  pruneWords,
} from '../policy/policy.ts';
import { variablePattern } from '../yaml/expansion.ts';
import {
  about,
  closedMap,
  exampleBlock,
  exampleKey,
  exampleMap,
  fieldSchema,
  fieldSchemas,
  fixedSchema,
  type JsonSchema,
  listSchema,
  orVariable,
  pathSchema,
  textSchema,
  typeSchema,
} from './schema-fields.ts';

const mainFileKeys = ['organization', 'name', 'include', 'within', 'vars', 'policy', 'expect'];

export function configurationSchema(shapes: Shapes): JsonSchema {
  const top = [...topParts(shapes)].map(([key, part]) => [key, partSchema(shapes, part)] as const);
  const flat = [...shapes.values()].flatMap(({ wraps }) => wraps?.child ?? []);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'docform configuration',
    description:
      'Desired state of an organization on a documentation platform. docform does not change anything that you leave out.',
    ...closedMap({ ...fixedProperties(shapes), ...Object.fromEntries(top) }),
    // Only files with keys of the main file need a version.
    if: { anyOf: mainFileKeys.map((key) => ({ required: [key] })) },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['version'] },
    definitions: {
      variable: { type: 'string', pattern: `\\$\\{vars\\.${variablePattern.slice(1, -1)}\\}`, ...about('variable') },
      ...Object.fromEntries([...shapes.keys()].map((kind) => [kind, kindSchema(shapes, kind)])),
      ...Object.fromEntries(flat.map((kind) => [flatName(kind), kindSchema(shapes, kind, true)])),
    },
  };
}

function fixedProperties(shapes: Shapes): { readonly [key: string]: JsonSchema } {
  const path = { type: 'string', examples: ['people/*.yaml'] };
  return {
    version: { const: supportedVersion, ...about('version') },
    organization: { ...textSchema({ pattern: idPattern }), ...about('organization') },
    name: { ...textSchema({ pattern: idPattern }), ...about('name') },
    include: { type: 'array', items: { anyOf: [path, includedSchema(shapes)] }, ...about('include') },
    within: { ...typeSchema(boundFields.within.type, shapes), ...about('within') },
    vars: {
      type: 'object',
      propertyNames: { pattern: variablePattern },
      additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
      ...about('vars'),
    },
    templates: { type: 'object', additionalProperties: { type: 'object' }, ...about('templates') },
    policy: policySchema(shapes),
    expect: expectSchema(shapes),
    drift: { ...closedMap({ ignore: entriesSchema('drift.ignore', driftRuleFields, shapes) }), ...about('drift') },
    moved: entriesSchema('moved', movedFields, shapes),
  };
}

/** A list of fixed maps. */
function entriesSchema(path: string, fields: FixedFields, shapes: Shapes): JsonSchema {
  return { type: 'array', items: fixedSchema(path, fields, shapes), ...about(path) };
}

function policySchema(shapes: Shapes): JsonSchema {
  const names = policyNames(shapes);
  const limit = { type: 'integer', minimum: 0, maximum: largestMaxDeletes };
  const readers = { type: 'integer', minimum: 0, maximum: largestMaxReaders };
  const properties = fieldSchemas('policy', policyFields(names), shapes);
  const { protect } = properties;
  const kinds = [...protectedByDefault(names).keys()].join(', ');
  return {
    ...closedMap({
      prune: { ...pruneSchema([...names.keys()]), ...about('policy.prune') },
      ...properties,
      protect: { ...protect, description: String(protect?.description).replace('{kinds}', kinds) },
      maxDeletes: { ...orVariable(limit), ...about('policy.maxDeletes'), default: defaultMaxDeletes },
      maxReaders: { ...orVariable(readers), ...about('policy.maxReaders') },
      allow: { type: 'array', items: allowSchema(shapes), ...about('policy.allow') },
    }),
    ...about('policy'),
  };
}

function allowSchema(shapes: Shapes): JsonSchema {
  const { required, properties } = fixedSchema('policy.allow', allowFields, shapes);
  const deletes = { type: 'integer', minimum: 1, maximum: maxAllowedDeletes };
  return {
    type: 'object',
    required,
    additionalProperties: false,
    properties: { ...(properties as object), deletes: { ...orVariable(deletes), ...about('policy.allow.deletes') } },
    oneOf: [{ required: ['address'] }, { required: ['deletes'] }],
  };
}

function expectSchema(shapes: Shapes): JsonSchema {
  const atLeast = { type: 'integer', minimum: 1, maximum: maxExpectedAdmins };
  const admins = closedMap({
    atLeast: { ...orVariable(atLeast), ...about('expect.admins.atLeast') },
    ...fieldSchemas('expect.admins', adminFields, shapes),
  });
  const readers = { type: 'object', additionalProperties: typeSchema(addressList, shapes) };
  const properties = {
    ...fieldSchemas('expect', expectFields, shapes),
    readers: { ...readers, ...about('expect.readers') },
    admins: { ...admins, ...about('expect.admins') },
  };
  return { ...closedMap(properties), ...about('expect') };
}

function pruneSchema(names: readonly string[]): JsonSchema {
  const word = orVariable({ enum: pruneWords });
  return {
    anyOf: [
      { enum: pruneWords },
      { $ref: '#/definitions/variable' },
      closedMap(Object.fromEntries(['default', ...names].map((name) => [name, word]))),
    ],
  };
}

const flatName = (kind: KindName) => `flat-${kind}`;

function kindSchema(shapes: Shapes, kind: KindName, isFlat = false): JsonSchema {
  const block = grammarOf(shapes)(kind, isFlat);
  const { shape } = block;
  const whole = block.whole === undefined ? undefined : shape.fields[block.whole];
  if (whole !== undefined) return { ...fieldSchema(whole, shapes), description: shape.description };
  const schema = blockSchema(shapes, block);
  const external = block.parts.get('external');
  if (external !== undefined) {
    const reference = closedMap({ external: partSchema(shapes, external, shape) }, ['external']);
    return { description: shape.description, anyOf: [schema, reference] };
  }
  const shorthand = shape.shorthand === undefined ? undefined : shape.fields[shape.shorthand];
  return shorthand === undefined
    ? schema
    : { description: shape.description, anyOf: [fieldSchema(shorthand, shapes), schema] };
}

function blockSchema(shapes: Shapes, block: Block): JsonSchema {
  const { shape, parts, required, oneOf, atMostOneOf } = block;
  const word = shape.itemWord;
  const named = shape.key === 'name' ? undefined : shape.fields[shape.key.field]?.type;
  const meant = named?.is === 'ref' ? shapes.get(named.to) : undefined;
  const key = {
    ...textSchema({ min: 1, max: longestKey, pattern: keyPattern }),
    description: `Key of the ${(meant ?? shape).title}.`,
    examples: [exampleKey(shape, shapes)],
  };
  const own = [...parts].filter(([, { is }]) => is !== 'external');
  const properties = Object.fromEntries(own.map(([name, part]) => [name, partSchema(shapes, part, shape)]));
  return {
    description: shape.description,
    examples: [exampleBlock(block, shapes)],
    ...closedMap(
      {
        ...(word === undefined ? {} : { [word]: key }),
        ...properties,
        extends: { type: 'string', ...about('extends') },
      },
      word === undefined ? [] : [word],
    ),
    ...requiredSchema(required, oneOf),
    ...(atMostOneOf.length === 0 ? {} : { not: { required: atMostOneOf } }),
  };
}

function includedSchema(shapes: Shapes): JsonSchema {
  const columns = fixedSchema('columns', columnFields, shapes);
  const { required } = fixedSchema('include', boundFields, shapes);
  return {
    type: 'object',
    required,
    additionalProperties: false,
    properties: {
      ...fieldSchemas('include', boundFields, shapes),
      columns: { ...columns, anyOf: [{ required: ['role'] }, { required: ['teams'] }], ...about('include.columns') },
    },
    anyOf: [{ required: ['within'] }, { required: ['columns'] }, { required: ['writer'] }],
    dependencies: { site: ['writer'] },
  };
}

/** A template can contain the required keys. */
function requiredSchema(required: readonly string[], oneOf: readonly string[]): JsonSchema {
  if (required.length + oneOf.length === 0) return {};
  return {
    if: { not: { required: ['extends'] } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: {
      ...(required.length === 0 ? {} : { required }),
      ...(oneOf.length === 0 ? {} : { oneOf: oneOf.map((name) => ({ required: [name] })) }),
    },
  };
}

function partSchema(shapes: Shapes, part: Part, shape?: KindShape): JsonSchema {
  switch (part.is) {
    case 'field':
      return fieldSchema(part.field, shapes);
    case 'file':
      return pathSchema();
    case 'pin':
      return { ...textSchema({ pattern: pinPattern }), ...about('id') };
    case 'protect':
    case 'replace':
    case 'default':
      return { ...orVariable({ type: 'boolean' }), ...about(part.is) };
    case 'prune': {
      const names = shape === undefined ? [] : prunedKinds(shape.name, shapes).map(({ segment }) => segment);
      return { ...pruneSchema(names), ...about('prune') };
    }
    case 'external':
      return externalSchema(shapes, shape);
    case 'single': {
      const block = { $ref: `#/definitions/${part.shape.name}` };
      const { inherits, description } = part.shape;
      return inherits === undefined ? block : { description, anyOf: [block, { type: 'null' }] };
    }
    case 'map':
      return {
        type: 'object',
        description: part.shape.description,
        propertyNames: keySchema(shapes, part.shape),
        examples: [exampleMap(part.shape, shapes)],
        additionalProperties: { $ref: `#/definitions/${part.shape.name}` },
      };
    case 'group':
      return groupSchema(shapes, part.parts, shape);
    case 'order':
      return { ...listSchema({ type: 'string' }), ...about(shape ? 'order' : 'order of the top level') };
    case 'sequence':
      return sequenceSchema(shapes, part.of, shape?.wraps?.child);
  }
}

function groupSchema(shapes: Shapes, parts: ReadonlyMap<string, Part>, shape?: KindShape): JsonSchema {
  const lists = [...parts].map(([name, part]) => [name, partSchema(shapes, part, shape)] as const);
  const examples = lists.flatMap(([name, each]) => (Array.isArray(each.examples) ? [[name, each.examples[0]]] : []));
  return {
    ...closedMap(Object.fromEntries(lists)),
    description: `${lists.map(([name]) => name).join(' and ')} with a permission.`,
    examples: [Object.fromEntries(examples)],
  };
}

function externalSchema(shapes: Shapes, shape: KindShape | undefined): JsonSchema {
  const fields = shape === undefined ? {} : externalFields(shape);
  return {
    ...fixedSchema('external', fields, shapes),
    oneOf: Object.keys(fields).map((name) => ({ required: [name] })),
    ...about('external'),
  };
}

function keySchema(shapes: Shapes, shape: KindShape): JsonSchema {
  const { min, max, pattern = '^[^/]*$', format } = keyType(shape, shapes);
  const schema = withoutUndefined({ minLength: min, maxLength: max, pattern, format });
  return takesVariables(shape) ? orVariable(schema) : schema;
}

/** A site is flat, or has sections and groups. */
function sequenceSchema(shapes: Shapes, kinds: readonly KindName[], flat?: KindName): JsonSchema {
  const itemOf = (kind: KindName) => ({ $ref: `#/definitions/${kind}` });
  const description = 'Items in the order that readers see.';
  const [only, ...others] = kinds.filter((kind) => kind !== flat).map(itemOf);
  const examples = kinds.slice(0, 1).map((kind) => [exampleBlock(grammarOf(shapes)(kind), shapes)]);
  const items = only !== undefined && others.length === 0 ? only : { anyOf: [only, ...others] };
  if (flat === undefined) return { type: 'array', items, description, examples };
  return {
    description,
    examples,
    anyOf: [
      { type: 'array', items },
      { type: 'array', items: itemOf(flatName(flat)) },
    ],
  };
}
