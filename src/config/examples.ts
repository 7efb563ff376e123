/** Composes example keys, values and blocks for messages, from what kinds and fields say of themselves. */
import type { Value } from '../core/value.ts';
import type { FieldShape } from '../kinds/field.ts';
import type { KindShape, Shapes } from '../kinds/shape.ts';
import type { Block, Grammar } from './grammar.ts';

type Example = { readonly [key: string]: Value };

/** A key as a configuration would have it: a free name, or a value of the field that the key is. */
export function exampleKey(shape: KindShape, shapes: Shapes): string {
  const field = shape.key === 'name' ? undefined : shape.fields[shape.key.field];
  return String((field === undefined ? undefined : exampleValue(field, shapes)) ?? shape.exampleKey ?? shape.name);
}

/** Of a choice or a flag one that opens as little as can be, else one that new ones do not have anyway. */
export function exampleValue(field: FieldShape, shapes: Shapes): Value | undefined {
  const { type, example, initial, usual, opens } = field;
  if (example !== undefined) return example;
  const shut = opens?.by === 'rise' ? opens.order.flat().find((value) => value !== null) : undefined;
  if (shut !== undefined) return shut;
  if (type.is === 'boolean') return (initial ?? usual) !== true;
  if (type.is === 'choice') return type.values.find((value) => value !== (initial ?? usual));
  const target = type.is === 'ref' ? shapes.get(type.to) : undefined;
  if (type.is !== 'ref' || target === undefined) return undefined;
  const key = exampleKey(target, shapes);
  return type.under === undefined ? key : { [type.under]: key };
}

/** What has to be stated, or the first thing that can be; of an item of a list also its key. */
export function exampleBlock({ shape, parts, required, oneOf, whole }: Block, shapes: Shapes): Example {
  if (whole !== undefined) return (exampleValue(shape.fields[whole] as FieldShape, shapes) ?? {}) as Example;
  const word = shape.itemWord;
  const fields = [...parts].flatMap(([name, part]) => (part.is === 'field' ? [{ name, field: part.field }] : []));
  const stated =
    required.length > 0 ? required : oneOf.length > 0 ? oneOf.slice(0, 1) : fields.slice(0, 1).map(({ name }) => name);
  return {
    ...(word === undefined ? {} : { [word]: exampleKey(shape, shapes) }),
    ...Object.fromEntries(
      fields
        .filter(({ name }) => stated.includes(name))
        .map(({ name, field }) => [name, exampleValue(field, shapes) ?? null]),
    ),
  };
}

/** A list of the kind with one block in it. */
export function exampleMap(shape: KindShape, grammar: Grammar, shapes: Shapes): Example {
  return { [exampleKey(shape, shapes)]: exampleBlock(grammar(shape.name), shapes) };
}
