/** OpenAPI specification. Each PUT creates a version, so docform sends only changed sources. */
import { call } from '../contract/endpoint.ts';
import {
  deleteOpenApiSpec,
  getOpenApiSpec,
  listOpenApiSpecs,
  OpenApiSpec,
  putOpenApiSpec,
} from '../contract/openapi-specifications.ts';
import { defineKind, fieldLike, type StepInput } from './define-kind.ts';
import { text } from './field.ts';
import { itemOf, readItem, textOf, withFields } from './reading.ts';

function write({ organization, fields }: StepInput, slug: string) {
  const source = fields.text === undefined ? { url: String(fields.url ?? '') } : { text: String(fields.text) };
  return call(putOpenApiSpec, { path: { organizationId: organization, specSlug: slug }, body: { source } });
}

export const openapiSpec = defineKind({
  name: 'openapi-spec',
  segment: 'openapi',
  title: 'OpenAPI specification',
  description: 'An OpenAPI specification, by slug. Pages can show its operations.',
  key: { field: 'slug' },
  naturalKeys: [['slug']],
  mayBeExternal: true,
  exactlyOneOf: ['url', 'text'],
  loss: 'its versions, and its operations on pages',
  fields: {
    slug: fieldLike(OpenApiSpec.properties.slug, 'Slug of the specification.', {
      example: 'payments',
      writtenBy: 'create',
      change: 'replace',
    }),
    url: fieldLike(
      OpenApiSpec.properties.sourceURL,
      'URL of the specification. The platform fetches the specification from this URL.',
      {
        example: 'https://acme.dev/openapi.json',
      },
    ),
    text: text(
      'Text of the specification, as JSON or YAML.',
      {},
      { example: '{ "openapi": "3.1.0" }', writeOnly: true, fileKey: 'file' },
    ),
  },
  reading: {
    by: 'list',
    call: ({ organization }) => call(listOpenApiSpecs, { path: { organizationId: organization } }),
    one: ({ organization }, id) => call(getOpenApiSpec, { path: { organizationId: organization, specSlug: id } }),
    decode: (item) => {
      const decoded = readItem(item, { id: 'slug', needs: ['slug'] });
      return decoded && withFields(decoded, { url: textOf(itemOf(item)?.sourceURL) });
    },
  },
  create: (step) => write(step, String(step.fields.slug ?? '')),
  bind: (_reply, { fields }) => ({ id: String(fields.slug), companionIds: {} }),
  update: (step) => [write(step, step.id)],
  delete: ({ organization, id }) => call(deleteOpenApiSpec, { path: { organizationId: organization, specSlug: id } }),
});
