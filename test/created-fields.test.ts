/** The calls, the planner and the reading agree on the fields of a create and on the keys that find a resource. */
import { describe, expect, test } from 'vitest';
import { dialects } from '../src/core/dialect.ts';
import type { Value } from '../src/core/state.ts';
import type { KindDefinition, StepInput } from '../src/kinds/define-kind.ts';
import { type FieldShape, needsUpdate, valueAtCreation } from '../src/kinds/field.ts';
import { kindsOfDialect, shapes } from '../src/kinds/index.ts';
import { createKeyFinder, narrowByContainer, naturalKeyOf, shapeOf } from '../src/kinds/shape.ts';
import { readSources } from './support/sources.ts';

function sample({ type }: FieldShape): Value {
  if (type.is === 'boolean') return true;
  if (type.is === 'list') return ['a'];
  return type.is === 'keyed' || type.is === 'claims' ? {} : 'x'.repeat(100);
}

function bodyOf(kind: KindDefinition, fields: StepInput['fields']): object {
  const step = { organization: 'o1', address: 'x', id: 'i', fields, passthrough: {}, up: () => 'u', companions: [] };
  return (kind.create?.(step).body as object | undefined) ?? {};
}

describe.each(
  dialects
    .flatMap((dialect) => [...kindsOfDialect(dialect).values()].map((kind) => [kind.name, dialect, kind] as const))
    .filter(([name, , { create }]) => create && name !== 'openapi-spec'),
)('%s in %s', (_name, _dialect, kind) => {
  test.each(Object.entries(kind.fields))(
    '%s is in the body of its create exactly if the field is set at creation',
    (name, field) => {
      const value = sample(field);
      const said = valueAtCreation(field, value);
      const without = JSON.stringify(bodyOf(kind, {}));
      const withIt = JSON.stringify(bodyOf(kind, said === undefined ? {} : { [name]: said as Value }));
      // The original of a copy is part of the path, and the site determines the start of its new space.
      if (field.writtenBy === 'create' && kind.name === 'space') return;
      // A free name, which only the configuration has.
      if (kind.hasSecretId && name === 'id') return;
      // Never sent: it asks the plan for redirects.
      if (name === 'redirectMoved') return;
      expect(withIt !== without).toBe(said !== undefined);
      expect(needsUpdate(field, value, said)).toBe(
        said !== value && field.writtenBy !== 'move' && field.initial !== value,
      );
    },
  );
});

test('a text that is too long for the create is truncated and updated later, and a text that fits is not', () => {
  const title = shapeOf({ shapes }, 'section').fields.title as FieldShape;
  for (const length of [2, 64, 65, 128]) {
    const value = 'x'.repeat(length);
    const said = valueAtCreation(title, value);
    expect([String(said).length, needsUpdate(title, value, said)]).toEqual([Math.min(length, 64), length > 64]);
  }
});

test('a resource is found by its natural key, and among several by its container', () => {
  const space = shapeOf({ shapes }, 'space');
  const live = (id: string, title: string, collection: string | null) => ({
    kind: 'space',
    id,
    parentId: null,
    fields: { title, collection },
  });
  const all = [live('1', 'Guide', null), live('2', 'Guide', 'c1'), live('3', 'Other', 'c1')];
  const idOf = (address: string) => (address === 'collections/c' ? 'c1' : undefined);
  const found = (fields: { readonly [field: string]: Value | { readonly ref: string } }) => {
    const key = naturalKeyOf(space, fields, idOf);
    return (
      key && narrowByContainer(space, fields, createKeyFinder(() => all)(space, null, key), idOf).map(({ id }) => id)
    );
  };
  expect(found({ title: 'Guide' })).toEqual(['1', '2']);
  expect(found({ title: 'Guide', collection: null })).toEqual(['1']);
  expect(found({ title: 'Guide', collection: { ref: 'collections/c' } })).toEqual(['2']);
  expect(found({ title: 'Other', collection: null })).toEqual(['3']);
  expect(found({ emoji: '1f3e0' })).toBeUndefined();
});

/** Describes the shape in words. */
const describing = 'src/language/words.ts';

test('no module outside the kinds decides which call carries a field', () => {
  const deciding = readSources('src').filter(
    ({ path, text }) =>
      !path.startsWith('src/kinds/') &&
      path !== describing &&
      /writtenBy [!=]== '(?!move)|placedAtCreation|createMax/.test(text),
  );
  expect(deciding.map(({ path }) => path)).toEqual([]);
});
