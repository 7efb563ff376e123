/** Adding and removing a field or a key keeps all other fields, except those that it excludes. */
import { expect, test } from 'vitest';
import { withField, withMapKey, withoutField, withoutMapKey } from '../../src/kinds/declaration/resources.ts';
import { shapes } from '../../src/kinds/index.ts';
import { shapeOf } from '../../src/kinds/shape.ts';

test('setting a field removes fields that exclude it', () => {
  const shape = shapeOf({ shapes }, 'openapi-spec');
  expect(shape.exactlyOneOf).toEqual(expect.arrayContaining(['url', 'text']));
  expect(withField({ slug: 'pay', text: '{}' }, shape, 'url', 'https://acme.dev/pay.json')).toEqual({
    ...{ slug: 'pay', url: 'https://acme.dev/pay.json' },
  });
  expect(withField({ slug: 'pay', text: '{}' }, shape, 'slug', 'auth')).toEqual({ slug: 'auth', text: '{}' });
  expect(withoutField({ slug: 'pay', text: '{}' }, 'text')).toEqual({ slug: 'pay' });
});

test('keys of a map are added and removed separately', () => {
  expect(withMapKey({}, 'values', 'owner', 'docs')).toEqual({ values: { owner: 'docs' } });
  expect(withMapKey({ values: { owner: 'docs', status: 'live' } }, 'values', 'owner', 'sales')).toEqual({
    values: { owner: 'sales', status: 'live' },
  });
  expect(withoutMapKey({ values: { owner: 'docs', status: 'live' } }, 'values', 'owner')).toEqual({
    values: { status: 'live' },
  });
});
