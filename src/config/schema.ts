/** Generates the JSON schema of the configuration (draft-07) for editors. */
import { defined } from '../core/defined.ts';
import type { KindName } from '../core/state.ts';
import { keyPattern, longestKey } from '../declaration/key.ts';
import type { KindShape, Shapes } from '../kinds/shape.ts';
import { boundFields } from './bounds.ts';
import { driftRuleFields, exampleRule } from './drift-rules.ts';
import { externalFields } from './external.ts';
import {
  type Block,
  type Grammar,
  grammarOf,
  idPattern,
  type Part,
  pinPattern,
  policyNames,
  prunedKinds,
  supportedVersion,
  topParts,
} from './grammar.ts';
import { keyType, takesVariables } from './keys.ts';
import { movedFields } from './moved.ts';
import { columnFields } from './people-table.ts';
import { defaultMaxDeletes, largestMaxDeletes, policyFields, pruneWords } from './policy.ts';
import {
  closedMap,
  exampleBlock,
  exampleKey,
  exampleMap,
  fieldSchema,
  fixedSchema,
  type JsonSchema,
  listSchema,
  orVariable,
  pathSchema,
  textSchema,
  typeSchema,
} from './schema-fields.ts';
import { variablePattern } from './variables.ts';

const mainFileKeys = ['organization', 'name', 'include', 'within', 'vars', 'policy'];

interface Context {
  readonly shapes: Shapes;
  readonly grammar: Grammar;
}

export function configurationSchema(shapes: Shapes): JsonSchema {
  const context: Context = { shapes, grammar: grammarOf(shapes) };
  const top = [...topParts(shapes)].map(([key, part]) => [key, partSchema(context, part)] as const);
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
      variable: {
        type: 'string',
        pattern: `\\$\\{vars\\.${variablePattern.slice(1, -1)}\\}`,
        description:
          'A text that contains a variable. A text that consists of one variable takes the type of the variable.',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the language writes variables like this
        examples: ['${vars.org}'],
      },
      ...Object.fromEntries([...shapes.keys()].map((kind) => [kind, kindSchema(context, kind)])),
      ...flatSchemas(context),
    },
  };
}

function fixedProperties(shapes: Shapes): { readonly [key: string]: JsonSchema } {
  return {
    version: {
      ...{ const: supportedVersion, description: 'Version of the configuration language.' },
      examples: [supportedVersion],
    },
    organization: {
      ...textSchema({ pattern: idPattern }),
      description: 'Id of the organization. Optional if DOCFORM_ORG is set.',
      examples: ['acme'],
    },
    name: {
      ...textSchema({ pattern: idPattern }),
      description:
        'Name of this configuration among the configurations of the organization. Default: its directory, from the root of the repository.',
      examples: ['portal'],
    },
    include: {
      type: 'array',
      items: { anyOf: [{ type: 'string', examples: ['people/*.yaml'] }, includedSchema(shapes)] },
      examples: [['people/*.yaml', 'sites/**/*.yaml']],
      description:
        'Additional files with the same top-level keys. Paths can contain `*`, `**` and `?`. An item `{ files, within }` limits the files to the addresses in `within`. An item `{ files, columns }` reads people from CSV files. Allowed only in the main file.',
    },
    within: {
      ...typeSchema(boundFields.within.type, shapes),
      examples: boundFields.within.examples,
      description:
        'Addresses of the resources that this configuration can declare and that its plans can change. `*` matches any text between two slashes. Allowed only in the main file.',
    },
    vars: variablesSchema,
    templates: templatesSchema,
    policy: policySchema(shapes),
    drift: driftSchema(shapes),
    moved: {
      type: 'array',
      items: fixedSchema(movedFields, shapes),
      description:
        'Resources with a new key. An entry prevents docform from deleting and recreating the resource. Entries can be in any order.',
      examples: [[{ from: 'teams/docs', to: 'teams/writers' }]],
    },
  };
}

function driftSchema(shapes: Shapes): JsonSchema {
  return {
    ...closedMap({
      ignore: {
        type: 'array',
        items: fixedSchema(driftRuleFields, shapes),
        description: 'Rules for drift that `docform drift` counts but does not report as drift.',
        examples: [[exampleRule]],
      },
    }),
    description: 'Settings of `docform drift`. These settings do not affect plans.',
    examples: [{ ignore: [exampleRule] }],
  };
}

function policySchema(shapes: Shapes): JsonSchema {
  const names = policyNames(shapes);
  const { properties } = fixedSchema(policyFields(names), shapes);
  return {
    ...closedMap({
      prune: {
        ...pruneSchema([...names.keys()]),
        description:
          'Objects to delete: managed objects that are no longer declared (`owned`), all undeclared objects (`all`), or none (`never`).',
        default: 'owned',
        examples: ['never', { default: 'owned', teams: 'all' }],
      },
      ...(properties as { readonly [key: string]: JsonSchema }),
      maxDeletes: {
        ...orVariable({ type: 'integer', minimum: 0, maximum: largestMaxDeletes }),
        description: 'Maximum number of deletes in one plan.',
        default: defaultMaxDeletes,
        examples: [25],
      },
    }),
    description: 'Settings that limit the changes of docform.',
    examples: [{ maxDeletes: 25 }],
  };
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

function flatSchemas(context: Context): { readonly [name: string]: JsonSchema } {
  const flat = [...context.shapes.values()].flatMap(({ wraps }) => wraps?.child ?? []);
  return Object.fromEntries(flat.map((kind) => [flatName(kind), kindSchema(context, kind, true)]));
}

const flatName = (kind: KindName) => `flat-${kind}`;

function kindSchema(context: Context, kind: KindName, isFlat = false): JsonSchema {
  const block = context.grammar(kind, isFlat);
  const { shape } = block;
  const whole = block.whole === undefined ? undefined : shape.fields[block.whole];
  if (whole !== undefined) return { ...fieldSchema(whole, context.shapes), description: shape.description };
  const schema = blockSchema(context, block);
  const external = block.parts.get('external');
  if (external !== undefined) {
    const reference = closedMap({ external: partSchema(context, external, shape) }, ['external']);
    return { description: shape.description, anyOf: [schema, reference] };
  }
  const shorthand = shape.shorthand === undefined ? undefined : shape.fields[shape.shorthand];
  return shorthand === undefined
    ? schema
    : { description: shape.description, anyOf: [fieldSchema(shorthand, context.shapes), schema] };
}

function blockSchema(context: Context, block: Block): JsonSchema {
  const { shape, parts, required, oneOf, atMostOneOf } = block;
  const word = shape.itemWord;
  const named = shape.key === 'name' ? undefined : shape.fields[shape.key.field]?.type;
  const meant = named?.is === 'ref' ? context.shapes.get(named.to) : undefined;
  const key = {
    ...textSchema({ min: 1, max: longestKey, pattern: keyPattern }),
    description: `Key of the ${(meant ?? shape).title}.`,
    examples: [exampleKey(shape, context.shapes)],
  };
  const own = [...parts].filter(([, { is }]) => is !== 'external');
  const properties = Object.fromEntries(own.map(([name, part]) => [name, partSchema(context, part, shape)]));
  return {
    description: shape.description,
    examples: [exampleBlock(block, context.shapes)],
    ...closedMap(
      { ...(word === undefined ? {} : { [word]: key }), ...properties, extends: extendsSchema },
      word === undefined ? [] : [word],
    ),
    ...requiredSchema(required, oneOf),
    ...(atMostOneOf.length === 0 ? {} : { not: { required: atMostOneOf } }),
  };
}

function includedSchema(shapes: Shapes): JsonSchema {
  const columns = { ...fixedSchema(columnFields, shapes), anyOf: [{ required: ['role'] }, { required: ['teams'] }] };
  const described = { ...columns, description: 'Names of the columns of CSV files with people.' };
  const { properties, ...rest } = fixedSchema(boundFields, shapes);
  return {
    ...{ ...rest, properties: { ...(properties as object), columns: described } },
    anyOf: [{ required: ['within'] }, { required: ['columns'] }],
  };
}

const variablesSchema: JsonSchema = {
  type: 'object',
  propertyNames: { pattern: variablePattern },
  additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
  description:
    'Variables and their values. A variable that is `null` must get a value from env/NAME.yaml, DOCFORM_VAR_NAME or --var. The same sources override other values.',
  examples: [{ banner: 'Acme Docs', org: null }],
};

const templatesSchema: JsonSchema = {
  type: 'object',
  additionalProperties: { type: 'object' },
  description:
    'Blocks that other blocks extend, by name. `extends: NAME` takes over their keys: maps merge deeply, other values are replaced.',
  examples: [{ 'docs-site': { visibility: 'unlisted' } }],
};

const extendsSchema: JsonSchema = {
  type: 'string',
  description: 'Name of a template whose keys the block takes over. The keys of the block win.',
  examples: ['docs-site'],
};

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

const flagDescriptions = {
  protect: 'docform refuses to delete the object until you apply `protect: false`.',
  replace: 'docform may delete the object and create it again to change a field that the platform cannot update.',
  default: 'The site shows this space at its root URL.',
};

function partSchema(context: Context, part: Part, shape?: KindShape): JsonSchema {
  switch (part.is) {
    case 'field':
      return fieldSchema(part.field, context.shapes);
    case 'file':
      return pathSchema;
    case 'pin':
      return {
        ...textSchema({ pattern: pinPattern }),
        description: 'Id of an object on the platform. Pins the resource to this object. Empty: not pinned.',
        examples: ['Zb4sS25iiQX3PwNEg2ma'],
      };
    case 'protect':
    case 'replace':
    case 'default':
      return { ...orVariable({ type: 'boolean' }), description: flagDescriptions[part.is], examples: [true] };
    case 'prune': {
      const names = shape === undefined ? [] : prunedKinds(shape.name, context.shapes).map(({ segment }) => segment);
      return {
        ...pruneSchema(names),
        description: 'Objects to delete from the lists in this block. Same values as `policy.prune`.',
        examples: ['all'],
      };
    }
    case 'external':
      return externalSchema(context, shape);
    case 'single':
      return { $ref: `#/definitions/${part.shape.name}` };
    case 'map':
      return {
        type: 'object',
        description: part.shape.description,
        propertyNames: keySchema(context, part.shape),
        examples: [exampleMap(part.shape, context.grammar, context.shapes)],
        additionalProperties: { $ref: `#/definitions/${part.shape.name}` },
      };
    case 'group':
      return groupSchema([...part.parts].map(([name, each]) => [name, partSchema(context, each, shape)]));
    case 'order':
      return {
        ...listSchema({ type: 'string' }),
        description: shape
          ? 'Keys of the spaces and collections in this collection, in this order.'
          : 'Keys of the collections at the top level, in this order.',
        examples: [shape ? ['home', 'archive'] : ['product', 'archive']],
      };
    case 'sequence':
      return sequenceSchema(context, part.of, shape?.wraps?.child);
  }
}

function groupSchema(lists: readonly (readonly [string, JsonSchema])[]): JsonSchema {
  const examples = lists.flatMap(([name, each]) => (Array.isArray(each.examples) ? [[name, each.examples[0]]] : []));
  return {
    ...closedMap(Object.fromEntries(lists)),
    description: `${lists.map(([name]) => name).join(' and ')} with a permission.`,
    examples: [Object.fromEntries(examples)],
  };
}

function externalSchema({ shapes }: Context, shape: KindShape | undefined): JsonSchema {
  const fields = shape === undefined ? {} : externalFields(shape);
  return {
    ...fixedSchema(fields, shapes),
    oneOf: Object.keys(fields).map((name) => ({ required: [name] })),
    description: 'Reference to an object that another configuration manages. docform never changes or deletes it.',
    examples: [{ id: 'Zb4sS25iiQX3PwNEg2ma' }],
  };
}

function keySchema({ shapes }: Context, shape: KindShape): JsonSchema {
  const { min, max, pattern = '^[^/]*$', format } = keyType(shape, shapes);
  const schema = defined({ minLength: min, maxLength: max, pattern, format });
  return takesVariables(shape) ? orVariable(schema) : schema;
}

/** A site is flat, or has sections and groups. */
function sequenceSchema({ grammar, shapes }: Context, kinds: readonly KindName[], flat?: KindName): JsonSchema {
  const itemOf = (kind: KindName) => ({ $ref: `#/definitions/${kind}` });
  const description = 'Items in the order that readers see.';
  const [only, ...others] = kinds.filter((kind) => kind !== flat).map(itemOf);
  const examples = kinds.slice(0, 1).map((kind) => [exampleBlock(grammar(kind), shapes)]);
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
