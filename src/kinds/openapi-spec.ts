/** OpenAPI specification. Each PUT creates a version, so docform sends only changed sources. */
import type { Static } from '@sinclair/typebox';
import * as contract from '../contract/2025-06/openapi-specifications.ts';
import type { Call } from '../contract/endpoint.ts';
import * as gitbook from '../contract/gitbook/openapi-specifications.ts';
import { gitbookDialects } from '../core/dialect.ts';
import { callOf, defineKind, fieldFromSchema, type StepInput } from './define-kind.ts';
import { exposureByRank, textField } from './field.ts';
import { addFields, decodeMembers, objectOrUndefined, textOrUndefined } from './reading.ts';

function putSpecificationCall(step: StepInput) {
  const { fields, id } = step;
  const source = fields.text === undefined ? { url: String(fields.url ?? '') } : { text: String(fields.text) };
  return callOf(contract.putOpenApiSpec)({ ...step, body: { source } }, id === '' ? String(fields.slug ?? '') : id);
}

type Visibility = Static<typeof gitbook.SpecVisibility>;

/** A new source is never public before it should be, so a specification becomes private before it changes, and public after. */
function updateSpecification(step: StepInput): readonly Call[] {
  const { visibility, url, text: content } = step.fields;
  const source = url !== undefined || content !== undefined ? [putSpecificationCall(step)] : [];
  if (visibility === undefined) return source;
  const shown = callOf(gitbook.updateOpenApiSpec)({ ...step, body: { visibility: visibility as Visibility } });
  return visibility === 'private' ? [shown, ...source] : [...source, shown];
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
    slug: fieldFromSchema(contract.OpenApiSpec.properties.slug, 'Slug of the specification.', {
      example: 'payments',
      writtenBy: 'create',
      change: 'replace',
    }),
    url: fieldFromSchema(
      contract.OpenApiSpec.properties.sourceURL,
      'URL of the specification. The platform fetches the specification from this URL.',
      {
        example: 'https://acme.dev/openapi.json',
      },
    ),
    text: textField('Text of the specification, as JSON or YAML.', {
      example: '{ "openapi": "3.1.0" }',
      writeOnly: true,
      fileKey: 'file',
    }),
    visibility: fieldFromSchema(gitbook.SpecVisibility, 'Whether anyone who has its link can read the specification.', {
      dialects: gitbookDialects,
      writtenBy: 'update',
      isAlwaysShown: true,
      initial: 'private',
      defaultValue: 'private',
      exposure: {
        ...exposureByRank(
          [['private'], ['public']],
          'anyone who has its link can read the specification',
          'only members can read the specification',
        ),
        ofNew: true,
      },
    }),
  },
  reading: {
    by: 'list',
    call: callOf(contract.listOpenApiSpecs),
    one: callOf(contract.getOpenApiSpec),
    decode: (item) => {
      const decoded = decodeMembers(item, { id: 'slug', needs: ['slug'], may: ['visibility'] });
      return decoded && addFields(decoded, { url: textOrUndefined(objectOrUndefined(item)?.sourceURL) });
    },
  },
  create: putSpecificationCall,
  bind: (_reply, { fields }) => ({ id: String(fields.slug), companionIds: {} }),
  update: updateSpecification,
  delete: callOf(contract.deleteOpenApiSpec),
});
