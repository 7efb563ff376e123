/** The JSON schema of the configuration (draft-07), generated from the shapes for editors that complete and explain. */
import type { KindName } from '../core/state.ts';
import { keyPattern, longestKey } from '../declaration/key.ts';
import type { KindShape, Shapes } from '../kinds/shape.ts';
import { exampleBlock, exampleKey, exampleMap } from './examples.ts';
import { type Block, type Grammar, grammarOf, idPattern, type Part, policyNames, prunedKinds, topParts } from './grammar.ts';
import { supportedVersion } from './head.ts';
import { keyType, takesVariables } from './keys.ts';
import { defaultMaxDeletes, largestMaxDeletes, protectedNames } from './policy.ts';
import { pruneWords } from './prune.ts';
import { driftSchema } from './schema-drift.ts';
import { closedMap, fieldSchema, type JsonSchema, listSchema, orVariable, pathSchema, textSchema } from './schema-fields.ts';
import { variablePattern } from './variables.ts';

const mainFileKeys = ['organization', 'include', 'vars', 'policy'];

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
    description: 'An organization of a documentation platform, as it shall be. What is left out is left alone.',
    ...closedMap({ ...fixedProperties(shapes), ...Object.fromEntries(top) }),
    // An included file need not say the version; one that has what stands in main files must.
    if: { anyOf: mainFileKeys.map((key) => ({ required: [key] })) },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['version'] },
    definitions: {
      variable: {
        type: 'string',
        pattern: `\\$\\{vars\\.${variablePattern.slice(1, -1)}\\}`,
        description: 'A text with a variable in it. One that is a whole variable takes its type.',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the language writes variables like this
        examples: ['${vars.org}'],
      },
      ...Object.fromEntries([...shapes.keys()].map((kind) => [kind, kindSchema(context, kind)])),
      ...flatSchemas(context),
    },
  };
}

function fixedProperties(shapes: Shapes): { readonly [key: string]: JsonSchema } {
  const address = { type: 'string', examples: ['teams/docs', 'sites/docs/sections/payments'] };
  return {
    version: { const: supportedVersion, description: 'Version of this language.', examples: [supportedVersion] },
    organization: {
      ...textSchema({ pattern: idPattern }),
      description: 'Id of the organization. It may be left out where DOCFORM_ORG says it.',
      examples: ['acme'],
    },
    include: {
      type: 'array',
      items: { type: 'string', examples: ['people/*.yaml'] },
      examples: [['people/*.yaml', 'sites/**/*.yaml']],
      description: 'Further files with the same top-level keys; `*`, `**` and `?` are understood. In the main file only.',
    },
    vars: {
      type: 'object',
      propertyNames: { pattern: variablePattern },
      additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
      description: 'Variables and their values; null: it must be given one. Overridden by env/NAME.yaml, DOCFORM_VAR_NAME and --var.',
      examples: [{ banner: 'Acme Docs', org: null }],
    },
    policy: policySchema(shapes),
    drift: driftSchema(),
    moved: {
      type: 'array',
      items: closedMap(
        {
          from: { ...address, description: 'The address before.' },
          to: { ...address, examples: ['teams/writers', 'sites/docs/sections/api'], description: 'The address now.' },
          reused: {
            type: 'boolean',
            description: 'Something else that was renamed has the address before by now, or had it once. `docform mv` writes this.',
            examples: [true],
          },
        },
        ['from', 'to'],
      ),
      description: 'Resources whose key has changed, so that they are not deleted and created. In any order.',
      examples: [[{ from: 'teams/docs', to: 'teams/writers' }]],
    },
  };
}

function policySchema(shapes: Shapes): JsonSchema {
  const names = [...policyNames(shapes).keys()];
  const byDefault = [...protectedNames(policyNames(shapes)).keys()];
  return {
    ...closedMap({
      prune: {
        ...pruneSchema(names),
        description: 'Which objects are deleted: those no longer declared (`owned`), all that are not declared (`all`), or none (`never`).',
        default: 'owned',
        examples: ['never', { default: 'owned', teams: 'all' }],
      },
      self: {
        ...textSchema({ format: 'email' }),
        description: 'Whose token this is; nothing is done that would lock them out.',
        examples: ['ci@acme.dev'],
      },
      protect: {
        ...listSchema(orVariable({ enum: names })),
        description: `Kinds that are protected beside the default ones (${byDefault.join(', ')}). A protected resource is deleted only after \`protect: false\` was applied to it.`,
        examples: [['teams']],
      },
      unprotect: {
        ...listSchema(orVariable({ enum: byDefault })),
        description: 'Kinds that lose their default protection.',
        examples: [['saml']],
      },
      rules: {
        ...listSchema(orVariable({ type: 'string', minLength: 1 })),
        description: 'Rules that every plan is checked by: files, or directories of them, beside the file that names them.',
        examples: [['policies']],
      },
      maxDeletes: {
        ...orVariable({ type: 'integer', minimum: 0, maximum: largestMaxDeletes }),
        description: 'Most deletes in one plan.',
        default: defaultMaxDeletes,
        examples: [25],
      },
    }),
    description: 'What docform may do.',
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

/** Of what stands at the root of a flat container. */
function flatSchemas(context: Context): { readonly [name: string]: JsonSchema } {
  const flat = [...context.shapes.values()].flatMap(({ wraps }) => wraps?.child ?? []);
  return Object.fromEntries(flat.map((kind) => [flatName(kind), kindSchema(context, kind, true)]));
}

const flatName = (kind: KindName) => `flat-${kind}`;

/** What stands under a key, or for a shorthand. */
function kindSchema(context: Context, kind: KindName, isFlat = false): JsonSchema {
  const block = context.grammar(kind, isFlat);
  const { shape } = block;
  const whole = block.whole === undefined ? undefined : shape.fields[block.whole];
  if (whole !== undefined) return { ...fieldSchema(whole, context.shapes), description: shape.description };
  const schema = blockSchema(context, block);
  const shorthand = shape.shorthand === undefined ? undefined : shape.fields[shape.shorthand];
  return shorthand === undefined ? schema : { description: shape.description, anyOf: [fieldSchema(shorthand, context.shapes), schema] };
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
  const properties = Object.fromEntries([...parts].map(([name, part]) => [name, partSchema(context, part, shape)]));
  return {
    description: shape.description,
    examples: [exampleBlock(block, context.shapes)],
    ...closedMap({ ...(word === undefined ? {} : { [word]: key }), ...properties }, [...(word === undefined ? [] : [word]), ...required]),
    ...(oneOf.length === 0 ? {} : { oneOf: oneOf.map((name) => ({ required: [name] })) }),
    ...(atMostOneOf.length === 0 ? {} : { not: { required: atMostOneOf } }),
  };
}

function partSchema(context: Context, part: Part, shape?: KindShape): JsonSchema {
  switch (part.is) {
    case 'field':
      return fieldSchema(part.field, context.shapes);
    case 'file':
      return pathSchema;
    case 'pin':
      return {
        ...textSchema({ pattern: idPattern }),
        description: 'Id on the platform: this very object is meant.',
        examples: ['Zb4sS25iiQX3PwNEg2ma'],
      };
    case 'protect':
      return {
        ...orVariable({ type: 'boolean' }),
        description: 'It is never deleted before an applied `protect: false`.',
        examples: [true],
      };
    case 'replace':
      return {
        ...orVariable({ type: 'boolean' }),
        description: 'It may be deleted and made anew where it cannot be changed.',
        examples: [true],
      };
    case 'default':
      return { ...orVariable({ type: 'boolean' }), description: 'It is served at the root of the site.', examples: [true] };
    case 'prune': {
      const names = shape === undefined ? [] : prunedKinds(shape.name, context.shapes).map(({ segment }) => segment);
      return { ...pruneSchema(names), description: 'What is deleted from the lists in this block.', examples: ['all'] };
    }
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
    case 'order':
      return {
        ...listSchema({ type: 'string' }),
        description: shape ? 'Keys of what stands in it, in this order.' : 'Keys of the collections at the top level, in this order.',
        examples: [shape ? ['home', 'archive'] : ['product', 'archive']],
      };
    case 'sequence':
      return sequenceSchema(context, part.of, shape?.wraps?.child);
  }
}

function keySchema({ shapes }: Context, shape: KindShape): JsonSchema {
  const { min, max, pattern = '^[^/]*$', format } = keyType(shape, shapes);
  const schema = {
    ...(min === undefined ? {} : { minLength: min }),
    ...(max === undefined ? {} : { maxLength: max }),
    pattern,
    ...(format === undefined ? {} : { format }),
  };
  return takesVariables(shape) ? orVariable(schema) : schema;
}

/** List order is site order. A site is flat, or has sections and groups. */
function sequenceSchema({ grammar, shapes }: Context, kinds: readonly KindName[], flat?: KindName): JsonSchema {
  const itemOf = (kind: KindName) => ({ $ref: `#/definitions/${kind}` });
  const description = 'In the order readers see.';
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
