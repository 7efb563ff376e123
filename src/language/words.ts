/** What the reference and an editor say of the language: of a field, of a kind as a whole, and of what only the JSON schema has. */

import { manyTitles, oneTitle } from '../core/count.ts';
import type { Value } from '../core/value.ts';
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

function boundsOf({ min, max }: { readonly min?: number; readonly max?: number }, unit: string): string {
  if (min === undefined && max === undefined) return '';
  if (min === undefined) return `, at most ${max} ${unit}`;
  return max === undefined ? `, at least ${min} ${unit}` : `, ${min} to ${max} ${unit}`;
}

const textNames = { text: 'text', uri: 'address', email: 'e-mail address', emoji: 'emoji', condition: 'condition', pem: 'PEM text' };

export function typeWords(type: FieldType, shapes: Shapes): string {
  switch (type.is) {
    case 'text': {
      const what = textNames[type.format ?? 'text'];
      return `${what}${boundsOf(type, 'characters')}${type.pattern === undefined ? '' : `, like ${code(type.pattern)}`}`;
    }
    case 'boolean':
      return '`true` or `false`';
    case 'choice':
      return `${type.values.map(code).join(', ')}${type.isOpen ? ' or another word of the platform' : ''}`;
    case 'ref': {
      const one = oneTitle(shapes.get(type.to) ?? { title: type.to });
      const where = type.within === 'self' ? ' of its own' : '';
      return type.under === undefined ? `key of ${one}${where}` : `map: ${code(type.under)}, key of ${one}`;
    }
    case 'list': {
      const order = type.compare === 'set' ? 'the order means nothing' : 'the order counts';
      return `list of ${typeWords(type.of, shapes).replace(/^text/, 'texts')}${boundsOf(type, 'items')}; ${order}`;
    }
    case 'keyed':
      return 'map from keys of custom fields to texts, numbers, flags or lists';
    case 'claims':
      return 'map from names to `type` (`boolean` or `string`), `description` and, for texts, `enum`';
  }
}

export function valueWords(value: Value): string {
  return code(typeof value === 'string' ? value : JSON.stringify(value));
}

export function defaultWords({ initial, usual, firstIsUsual }: FieldShape): string {
  const value = initial ?? usual;
  return value === undefined ? (firstIsUsual ? 'the first one' : '') : valueWords(value);
}

export function clearWords({ clearable, nullIsValue }: FieldShape): string {
  if (clearable !== true) return 'no';
  return nullIsValue ? '`null` is a value of its own' : 'yes, with `null`';
}

/** Of a change that opens something to more people, and so is told as severe. */
function openingWords({ opens }: FieldShape): readonly string[] {
  return opens === undefined ? [] : [`Told as severe where ${opens.says}`];
}

function writingWords(field: FieldShape): readonly string[] {
  const { writtenBy, change, createMax, deferred, writeOnly, secret, oneWay, copied } = field;
  return [
    ...(change === 'replace'
      ? ['It cannot be changed: another value needs `replace: true`, which deletes the object and makes it anew']
      : []),
    ...(change === 'note' ? ['It is set when the object is made; a later difference is only mentioned'] : []),
    ...(writtenBy === 'move' ? ['Another value moves the object'] : []),
    ...(createMax === undefined ? [] : [`Beyond ${createMax} characters a new object gets the whole by a second request`]),
    ...(deferred ? ['It is set once what it names is there'] : []),
    ...(writeOnly ? ['The platform never shows it: docform compares it with a digest of what was last applied'] : []),
    ...(secret === 'digest' ? ['Plans show its SHA-256'] : secret === 'hidden' ? ['It is never shown'] : []),
    ...(oneWay ? ['The way back is blocked'] : []),
    ...(copied ? ['A copy has at first what its original has'] : []),
  ];
}

export function effectWords(field: FieldShape, shapes: Shapes): string {
  const { description, unique, caseFolded, locks, after = [], fromFile, effectiveWith } = field;
  const scope = { organization: 'in the organization', site: 'on the site', parent: 'beside it' };
  const plural = (kind: string) => manyTitles(shapes.get(kind) ?? { title: kind });
  return [
    description,
    ...(fromFile ? ['Also as `{ file: PATH }`: the text of that file'] : []),
    ...writingWords(field),
    ...(unique === undefined ? [] : [`No other one ${scope[unique]} may have the same`]),
    ...(caseFolded ? ['Capitals mean nothing'] : []),
    ...(locks === undefined
      ? []
      : [`While it is ${valueWords(locks.value)}, the platform may refuse to change its ${locks.kinds.map(plural).join(', ')}`]),
    ...(effectiveWith === undefined
      ? []
      : [`It may have no effect unless ${code(`${effectiveWith.field}: ${effectiveWith.value}`)} of the ${effectiveWith.kind}`]),
    ...(after.length === 0 ? [] : [`It is set after the ${after.map(plural).join(', ')}`]),
    ...openingWords(field),
  ]
    .map(sentence)
    .join(' ');
}

function foundWords({ naturalKeys, narrowedBy, key, singleton }: KindShape): readonly string[] {
  if (singleton) return ['There is exactly one'];
  const names = naturalKeys.map((fields) => fields.map(code).join(' and ')).join(', else by ');
  const narrowed = narrowedBy === undefined ? '' : `, and among several by ${code(narrowedBy)}`;
  const keys = key === 'name' ? 'The key is a name of your own' : `The key is its ${code(key.field)}`;
  return [keys, `Where the ledger does not know it, it is found by ${names}${narrowed}`];
}

function makingWords(
  { missing, createNeeds, companionOf, firstCompanion, bornAs, restorable }: KindShape,
  shapes: Shapes,
): readonly string[] {
  const titleOf = (kind: string) => oneTitle(shapes.get(kind) ?? { title: kind });
  const along = companionOf === undefined ? '' : `, or comes along with a new ${shapes.get(companionOf.container)?.title}`;
  return [
    ...(missing === 'waiting' ? ['docform cannot create one: a declaration is pending until the person has joined'] : []),
    ...(missing === 'blocked' ? ['docform cannot make one: one that is not there blocks the plan for it'] : []),
    ...(createNeeds === undefined ? [] : [`A new one needs ${code(createNeeds)}${along}`]),
    ...(firstCompanion === undefined ? [] : [`Making one makes ${titleOf(firstCompanion)} as well, the first that is declared`]),
    ...(bornAs === undefined ? [] : [`Of a new one: ${bornAs}`]),
    ...(restorable ? ['One that is in the trash is restored instead of made anew'] : []),
  ];
}

function deletingWords(shape: KindShape): readonly string[] {
  const { undeletable, protectedByDefault, pruneMustBeNamed, loss, deletedEmpty, lastStays, keepsOne, keepsOneInEach } = shape;
  return [
    ...(undeletable ? ['It is never deleted: one that is no longer declared is only let go'] : []),
    ...(loss === undefined ? [] : [`What a delete costs: ${loss}`]),
    ...(protectedByDefault ? ['Protected unless `policy.unprotect` names the kind'] : []),
    ...(pruneMustBeNamed ? [`\`prune: all\` reaches them only where it names ${code(shape.segment)}`] : []),
    ...(deletedEmpty ? ['The platform deletes only an empty one'] : []),
    ...(lastStays ? ['The last one of its container cannot be deleted'] : []),
    ...(keepsOne ? [`At least one must keep ${code(`${keepsOne.field}: ${keepsOne.value}`)}`] : []),
    ...(keepsOneInEach ? [`At least one in each list must keep ${code(`${keepsOneInEach.field}: ${keepsOneInEach.value}`)}`] : []),
  ];
}

export function kindWords(shape: KindShape, shapes: Shapes): string {
  const { shorthand, replacesWhole, bulk } = shape;
  return [
    ...foundWords(shape),
    ...(shorthand === undefined ? [] : [`A value alone stands for ${code(shorthand)}`]),
    ...makingWords(shape, shapes),
    ...(bulk ? [`All changes of one list travel in one request`] : []),
    ...(replacesWhole ? ['The platform replaces it as a whole: what nobody declares is sent back as it was'] : []),
    ...deletingWords(shape),
  ]
    .map((words) => `- ${sentence(words)}\n`)
    .join('');
}

export function headingOf(shape: KindShape): string {
  return sentence(shape.singleton ? shape.title : manyTitles(shape)).replace(/\.$/, '');
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

/** The type of a key that no field is, as its schema has it. */
export function schemaType(part: Schema): string {
  const { type, enum: values, anyOf, const: only, minimum, maximum, items, properties, format, pattern, maxLength } = part;
  if (only !== undefined) return code(String(only));
  if (values !== undefined) return values.map((value) => code(String(value))).join(', ');
  if (anyOf !== undefined)
    return anyOf
      .filter((each) => !('$ref' in each))
      .map(schemaType)
      .join(', or ');
  if (type === 'array') return `list of ${items === undefined ? 'values' : schemaType(items).replace(/^(text|map)/, '$1s')}`;
  if (type === 'integer') return `number, ${minimum} to ${maximum}`;
  if (type === 'boolean') return '`true` or `false`';
  if (type === 'string') {
    const bounds = `${maxLength === undefined ? '' : `, at most ${maxLength} characters`}${pattern === undefined ? '' : `, like ${code(pattern)}`}`;
    return `${format === 'email' ? 'e-mail address' : 'text'}${bounds}`;
  }
  const names = Object.keys(properties ?? {});
  return names.length === 0 || names.length > 6 ? 'map' : `map: ${names.map(code).join(', ')}`;
}
