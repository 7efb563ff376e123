/** OpenAPI specification: written by PUT; every PUT starts a new version, so it is sent only when its source changed. */
import { deleteOpenApiSpec, getOpenApiSpec, listOpenApiSpecs, putOpenApiSpec } from '../contract/openapi-specifications.ts';
import { callWith, defineKind, type StepInput } from './define-kind.ts';
import { text } from './field.ts';
import { itemOf, readItem, textOf, withFields } from './reply.ts';

function write({ organization, fields }: StepInput, slug: string) {
  const source = fields.text === undefined ? { url: fields.url ?? '' } : { text: fields.text };
  return callWith(putOpenApiSpec, { organizationId: organization, specSlug: slug }, { source });
}

export const openapiSpec = defineKind({
  name: 'openapi-spec',
  segment: 'openapi',
  title: 'OpenAPI specification',
  description: 'A specification that pages can show operations of; its key is its slug.',
  key: { field: 'slug' },
  naturalKeys: [['slug']],
  exactlyOneOf: ['url', 'text'],
  loss: 'its versions, and what pages show of it',
  fields: {
    slug: text(
      'Slug of the specification.',
      { min: 1, max: 100, pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$' },
      { writtenBy: 'create', change: 'replace' },
    ),
    url: text('Address it is fetched from.', { max: 2048, format: 'uri' }),
    text: text('The specification itself, as JSON or YAML text.', {}, { writeOnly: true, fileKey: 'file' }),
  },
  reading: {
    by: 'list',
    call: ({ organization }) => callWith(listOpenApiSpecs, { organizationId: organization }),
    one: ({ organization }, id) => callWith(getOpenApiSpec, { organizationId: organization, specSlug: id }),
    decode: (item) => {
      const decoded = readItem(item, { id: 'slug', needs: ['slug'] });
      return decoded && withFields(decoded, { url: textOf(itemOf(item)?.sourceURL) });
    },
  },
  create: (step) => write(step, String(step.fields.slug ?? '')),
  bind: (_reply, { fields }) => ({ id: String(fields.slug), brought: {} }),
  update: (step) => [write(step, step.id)],
  delete: ({ organization, id }) => callWith(deleteOpenApiSpec, { organizationId: organization, specSlug: id }),
});
