/** What the reference says of a field: its type with bounds, what new ones have, and what the platform does with it. */
import type { Value } from '../core/value.ts';
import type { FieldShape, FieldType } from '../kinds/field.ts';
import { manyTitles, oneTitle, type Shapes } from '../kinds/shape.ts';
import { code, sentence } from './words.ts';

function boundsOf({ min, max }: { readonly min?: number; readonly max?: number }, unit: string): string {
  if (min === undefined && max === undefined) return '';
  if (min === undefined) return `, at most ${max} ${unit}`;
  return max === undefined ? `, at least ${min} ${unit}` : `, ${min} to ${max} ${unit}`;
}

export function typeWords(type: FieldType, shapes: Shapes): string {
  switch (type.is) {
    case 'text': {
      const what = type.format === 'uri' ? 'address' : type.format === 'email' ? 'e-mail address' : (type.format ?? 'text');
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
