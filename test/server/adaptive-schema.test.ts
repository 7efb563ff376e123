/** Tests adaptive schemas: members of the contract are kept as sent. */
import { expect, test } from 'vitest';
import { open } from './open.ts';

test('a custom $id and the description of unsigned claims are kept', async () => {
  const at = open({ seed: 'empty' });
  const { id } = await at.post('~/sites', { title: 'Docs' });
  const inner = { beta: { type: 'boolean', description: 'Beta tester' } };
  const jsonSchema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'https://elsewhere.example.com/schemas/visitor.json',
    type: 'object',
    properties: {
      partner: { type: 'boolean', description: 'Partner' },
      unsigned: { type: 'object', description: 'Said by anybody', properties: inner, additionalProperties: false },
    },
    additionalProperties: false,
  };
  expect((await at.put(`~/sites/${id}/adaptive-schema`, { jsonSchema })).jsonSchema).toEqual(jsonSchema);
  expect((await at.get(`~/sites/${id}/adaptive-schema`)).jsonSchema).toEqual(jsonSchema);
  const { description: _, ...silent } = jsonSchema.properties.unsigned;
  const { $id: __, ...plain } = { ...jsonSchema, properties: { unsigned: silent } };
  expect((await at.put(`~/sites/${id}/adaptive-schema`, { jsonSchema: plain })).jsonSchema).toEqual(plain);
});
