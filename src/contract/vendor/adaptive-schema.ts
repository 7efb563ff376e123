/** The visitor schema of a site on the vendor's platform, which accepts fewer forms than the contract. */
import { Type } from '@sinclair/typebox';
import { operations } from '../endpoint.ts';
import { SiteAdaptiveSchema } from '../sites.ts';

const { put } = operations('Sites');

export const unsignedDescription = 'Unsigned claims of the site visitor.';

const closed = { additionalProperties: false };

/** The description is required. The platform also accepts numbers, lists and objects. */
const Claim = Type.Union([
  Type.Object({ type: Type.Literal('boolean'), description: Type.String() }, closed),
  Type.Object(
    { type: Type.Literal('string'), description: Type.String(), enum: Type.Optional(Type.Array(Type.String())) },
    closed,
  ),
]);

const UnsignedClaims = Type.Object({
  type: Type.Literal('object'),
  description: Type.Literal(unsignedDescription),
  properties: Type.Record(Type.String(), Claim),
  additionalProperties: Type.Literal(false),
});

/** Refuses `$id`, and every other `$schema`. */
export const replaceAdaptiveSchema = put(
  'replaceAdaptiveSchema',
  '/v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema',
  {
    body: Type.Object({
      jsonSchema: Type.Object(
        {
          $schema: Type.Optional(Type.Literal('http://json-schema.org/draft-07/schema#')),
          type: Type.Literal('object'),
          properties: Type.Object({ unsigned: Type.Optional(UnsignedClaims) }, { additionalProperties: Claim }),
          additionalProperties: Type.Literal(false),
        },
        closed,
      ),
    }),
    reply: SiteAdaptiveSchema,
  },
);
