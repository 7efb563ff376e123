/** Words for fields, kinds and JSON Schema keys, as the reference, editors and `explain` show them. */

import { pluralTitle, titleWithArticle } from '../core/count.ts';
import { withoutMissing } from '../core/defined.ts';
import type { Value } from '../core/state.ts';
import type { FieldShape, FieldType } from '../kinds/field.ts';
import type { KindShape, Shapes } from '../kinds/shape.ts';

export function code(text: string): string {
  const ticks = text.includes('`') ? '``' : '`';
  return `${ticks}${text}${ticks}`;
}

/** Names of commands and addresses begin as they are written. */
const asWritten = /^(docform\b|\w+:\/\/|(?:[a-z]+(?: --write)?, )*[a-z-]+(?: --write)?: )/;

export function sentence(text: string): string {
  const whole = text.trim();
  const first = asWritten.test(whole) ? whole.charAt(0) : whole.charAt(0).toUpperCase();
  return whole === '' ? '' : `${first}${whole.slice(1)}${/[.…:?]$/.test(whole) ? '' : '.'}`;
}

function boundsOf({ min, max }: { readonly min?: number; readonly max?: number }, unit: string) {
  if (min === undefined && max === undefined) return '';
  if (min === undefined) return `, at most ${max} ${unit}`;
  return max === undefined ? `, at least ${min} ${unit}` : `, ${min} to ${max} ${unit}`;
}

const textNames = {
  text: 'text',
  uri: 'URL',
  email: 'e-mail address',
  date: 'date (`YYYY-MM-DD`)',
  emoji: 'emoji',
  condition: 'condition',
  pem: 'PEM text',
  color: 'color, such as `#346ddb`',
};

export function typeWords(type: FieldType, shapes: Shapes): string {
  switch (type.is) {
    case 'text': {
      const what = textNames[type.format ?? 'text'];
      return `${what}${boundsOf(type, 'characters')}${type.pattern === undefined ? '' : `, matching ${code(type.pattern)}`}`;
    }
    case 'boolean':
      return '`true` or `false`';
    case 'choice':
      return `${type.values.map(code).join(', ')}${type.isOpen ? ', or another value that the platform accepts' : ''}`;
    case 'ref': {
      const one = titleWithArticle(shapes.get(type.to) ?? { title: type.to });
      const where = type.within === 'self' ? ' in this block' : type.within === 'parent' ? ' in this site' : '';
      return type.under === undefined ? `key of ${one}${where}` : `map with ${code(type.under)}: key of ${one}`;
    }
    case 'list': {
      const order = type.compare === 'set' ? 'unordered' : 'ordered';
      return `${order} list of ${typeWords(type.of, shapes).replace(/^(text|map)/, '$1s')}${boundsOf(type, 'items')}`;
    }
    case 'keyed':
      return 'map from custom-field keys to texts, numbers, booleans or lists';
    case 'claims':
      return 'map from claim names to maps: `type` (`boolean` or `string`), `description`, and `enum` if the type is `string`';
    case 'record':
      return recordWords(type, shapes);
    case 'texts':
      return `map from languages, such as \`de\`, to texts${boundsOf({ max: type.max }, 'characters')}`;
  }
}

/** The guide on branding describes the keys. */
function recordWords(
  { members, short: [first = ''] = [], isOneOf }: Extract<FieldType, { is: 'record' }>,
  shapes: Shapes,
) {
  const names = Object.keys(members);
  const required = names.filter((name) => members[name]?.required);
  const isAll = required.length === names.length;
  const needs = required.length === 0 || isAll ? '' : ` (required: ${required.map(code).join(', ')})`;
  const map = `map with ${isOneOf ? 'one of ' : ''}${names.map(code).join(', ')}${needs}`;
  const shown = members[first]?.type;
  return shown === undefined ? map : `${typeWords(shown, shapes)}, or a ${map}`;
}

export function valueWords(value: Value): string {
  return code(typeof value === 'string' ? value : JSON.stringify(value));
}

export function defaultWords({ initial, defaultValue, defaultsToFirst }: FieldShape): string {
  const value = initial ?? defaultValue;
  return value === undefined ? (defaultsToFirst ? 'the first in the list' : '') : valueWords(value);
}

export function clearWords({ clearable, nullIsValue }: FieldShape): string {
  if (clearable !== true) return 'no';
  return nullIsValue ? '`null` is a regular value' : 'yes, with `null`';
}

function writingWords(field: FieldShape) {
  const { writtenBy, change, createMax, deferred, writeOnly, isPresenceShown, secret, oneWay, copied } = field;
  return withoutMissing(
    change === 'replace' &&
      'The platform cannot change this field. With `replace: true`, docform deletes the object and creates it again',
    change === 'note' &&
      'Set when docform creates the object. docform reports a later difference but does not change the value',
    writtenBy === 'move' && 'A new value moves the object',
    createMax !== undefined &&
      `If a new object has a value longer than ${createMax} characters, docform sends the full value in a second request`,
    deferred && 'docform sets this field after the referenced object exists',
    isPresenceShown &&
      'The platform can return another URL, so docform compares the value with a digest of the last applied value, and finds out only whether a value was added or removed outside docform',
    writeOnly &&
      !isPresenceShown &&
      'The platform never returns this value. docform compares the value with a digest of the last applied value',
    secret === 'digest' && 'Plans show the SHA-256 of the value',
    oneWay && 'docform blocks a change back to `false`',
    copied && 'A copy starts with the value of the original',
  );
}

export function effectWords(field: FieldShape, shapes: Shapes): string {
  const { description, unique, caseFolded, locks, after = [], fromFile, effectiveWith, exposure } = field;
  const scope = { organization: 'in the organization', site: 'on the site', parent: 'among its siblings' };
  const plural = (kind: string) => pluralTitle(shapes.get(kind) ?? { title: kind });
  const words = withoutMissing(
    description,
    fromFile && 'Use `{ file: PATH }` to read the value from a file',
    ...writingWords(field),
    unique && `Must be unique ${scope[unique]}`,
    caseFolded && 'Case-insensitive',
    locks &&
      `While the value is ${valueWords(locks.value)}, the platform may refuse to change the ${locks.kinds.map(plural).join(', ')}`,
    effectiveWith &&
      `May have no effect unless the ${effectiveWith.kind} has ${code(`${effectiveWith.field}: ${effectiveWith.value}`)}`,
    after.length > 0 && `docform sets this field after the ${after.map(plural).join(', ')}`,
    // Changes that give access to more people are high-risk.
    exposure && `A change is high-risk if ${exposure.widens}`,
  );
  return words.map(sentence).join(' ');
}

export function fieldWords(field: FieldShape, shapes: Shapes) {
  const usual = defaultWords(field);
  return {
    meaning: effectWords(field, shapes),
    facts: withoutMissing(
      usual !== '' && `Default: ${usual}.`,
      `Can be cleared: ${clearWords(field)}.`,
      field.dialects && `Dialects: ${field.dialects.join(', ')}.`,
    ).join(' '),
    example: exampleWords(field.example),
  };
}

export function exampleWords(value: Value | undefined): readonly string[] {
  return value === undefined ? [] : [`Example: ${valueWords(value)}`];
}

function foundWords({ title, fields, naturalKeys, narrowedBy, key, singleton, parents }: KindShape, shapes: Shapes) {
  if (singleton)
    return [
      parents === undefined ? 'There is exactly one' : `There is exactly one in each ${titlesOf(parents, shapes)}`,
    ];
  const [first = [], ...others] = naturalKeys.map((names) => names.map(code).join(' and '));
  const next = others.map((each) => `, or by ${each} if you do not declare ${first}`).join('');
  const narrowed =
    narrowedBy === undefined ? '' : `. If several objects match, docform compares ${code(narrowedBy)} too`;
  return [
    keyWords(title, key, fields, shapes),
    `If the ${title} is not in the ledger, docform matches it by ${first}${next}${narrowed}`,
  ];
}

function keyWords(title: string, key: KindShape['key'], fields: KindShape['fields'], shapes: Shapes) {
  if (key === 'name') return 'You choose the key';
  const type = fields[key.field]?.type;
  return type?.is === 'ref'
    ? `The key is the key of a ${titlesOf([type.to], shapes)}`
    : `The key is the ${code(key.field)} of the ${title}`;
}

function titlesOf(kinds: readonly string[], shapes: Shapes) {
  return kinds.map((kind) => shapes.get(kind)?.title ?? kind).join(' or ');
}

function makingWords(shape: KindShape, shapes: Shapes) {
  const { title, missing, createNeeds, companionOf, firstCompanion, initialState, restorable } = shape;
  const one = titleWithArticle(shape);
  const along = companionOf
    ? `, unless the platform creates it with a new ${titlesOf([companionOf.container], shapes)}`
    : '';
  return withoutMissing(
    missing === 'pending' &&
      'The declaration is pending until the person joins. The June 2025 API cannot invite anyone',
    missing === 'blocked' &&
      `The June 2025 API cannot create ${one}. If the declared ${title} does not exist there, docform blocks the change`,
    createNeeds && `With the June 2025 API, a new ${title} needs ${code(createNeeds)}${along}`,
    firstCompanion && `Creating ${one} also creates its first declared ${titlesOf([firstCompanion], shapes)}`,
    initialState && `After docform creates ${one}, ${initialState}`,
    restorable && `If the ${title} is in the trash, docform restores it and does not create another`,
  );
}

function deletingWords(shape: KindShape, shapes: Shapes) {
  const { title, segment, parents = [], loss, deletedEmpty, lastStays, keepsOne, keepsOneInEach } = shape;
  const parent = titlesOf(parents, shapes);
  const kept = (each: { readonly field: string; readonly value: Value }) => code(`${each.field}: ${each.value}`);
  return withoutMissing(
    shape.undeletable &&
      'docform never deletes this resource. If you remove the block, docform only stops managing the resource',
    loss && `Lost on delete: ${loss}`,
    shape.protectedByDefault && `Protected from deletion unless \`policy.unprotect\` contains ${code(segment)}`,
    shape.pruneMustBeNamed &&
      `\`prune: all\` affects this list only if you name the list: ${code(`prune: { ${segment}: all }`)}`,
    deletedEmpty && `The platform deletes ${titleWithArticle(shape)} only if it is empty`,
    lastStays && `The last ${title} of a ${parent} cannot be deleted`,
    keepsOne && `At least one ${title} must keep ${kept(keepsOne)}`,
    keepsOneInEach && `At least one ${title} of each ${parent} must keep ${kept(keepsOneInEach)}`,
  );
}

export function kindWords(shape: KindShape, shapes: Shapes): string {
  const { shorthand, replacesWhole, bulk, mayBeExternal } = shape;
  const words = withoutMissing(
    ...foundWords(shape, shapes),
    mayBeExternal &&
      `To refer to ${titleWithArticle(shape)} that another configuration manages, declare only \`external\``,
    shorthand && `Shorthand: a single value sets ${code(shorthand)}`,
    ...makingWords(shape, shapes),
    bulk && 'docform sends all changes to one list in one request',
    replacesWhole &&
      'The platform replaces the whole object on every update. docform sends undeclared parts back unchanged',
    ...deletingWords(shape, shapes),
  );
  return words.map((each) => `- ${sentence(each)}\n`).join('');
}

export interface Schema {
  readonly description?: string;
  readonly examples?: readonly Value[];
  readonly default?: Value;
  readonly properties?: { readonly [key: string]: Schema };
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly enum?: readonly Value[];
  readonly const?: Value;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly $ref?: string;
}

/** The type of a key that is not a field, from its schema. */
export function schemaType(part: Schema): string {
  const {
    type,
    enum: values,
    anyOf,
    const: only,
    minimum,
    maximum,
    items,
    properties,
    format,
    pattern,
    maxLength,
  } = part;
  if (only !== undefined) return code(String(only));
  if (values !== undefined) return values.map((value) => code(String(value))).join(', ');
  if (anyOf !== undefined) return [...new Set(anyOf.filter((each) => !('$ref' in each)).map(schemaType))].join(', or ');
  if (type === 'array')
    return `list of ${items === undefined ? 'values' : schemaType(items).replace(/(^|, or )(text|map)/g, '$1$2s')}`;
  if (type === 'integer') return `number, ${minimum} to ${maximum}`;
  if (type === 'boolean') return '`true` or `false`';
  if (type === 'string') {
    const bounds = `${maxLength === undefined ? '' : `, at most ${maxLength} characters`}${pattern === undefined ? '' : `, matching ${code(pattern)}`}`;
    return `${format === 'email' ? 'e-mail address' : 'text'}${bounds}`;
  }
  const names = Object.keys(properties ?? {});
  return names.length === 0 || names.length > 6 ? 'map' : `map: ${names.map(code).join(', ')}`;
}

/** Paragraphs by path. */
export function explainedPaths(shapes: Shapes): ReadonlyMap<string, () => readonly string[]> {
  const explained = new Map<string, () => readonly string[]>();
  for (const shape of shapes.values())
    for (const path of pathsOf(shape, shapes)) {
      explained.set(path, () => [sentence(shape.description), kindWords(shape, shapes).trim()]);
      for (const [name, field] of Object.entries(shape.fields))
        explained.set(`${path}.${name}`, () => {
          const { meaning, facts, example } = fieldWords(field, shapes);
          return [`Value: ${typeWords(field.type, shapes)}`, meaning, facts, ...example];
        });
    }
  return explained;
}

function pathsOf({ segment, parents }: KindShape, shapes: Shapes): readonly string[] {
  if (parents === undefined) return [segment];
  return parents.flatMap((kind) => {
    const parent = shapes.get(kind);
    return parent === undefined ? [] : pathsOf(parent, shapes).map((path) => `${path}.${segment}`);
  });
}
