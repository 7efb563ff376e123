/** Adaptive schema of a site: read 404 while none is set, replaced whole by a PUT, never deleted. */
import { getAdaptiveSchema, replaceAdaptiveSchema } from '../contract/sites.ts';
import type { Value } from '../core/value.ts';
import { callWith, defineKind, type StepInput } from './define-kind.ts';
import type { Decoded } from './reading.ts';
import { itemOf } from './reply.ts';

type Claims = { readonly [name: string]: Value };

function claimsOf(value: unknown): Claims {
  return (itemOf(value) ?? {}) as Claims;
}

/** Claims as they are written: those of `unsigned` stand one level deeper on the wire. */
function decode(reply: unknown, siteId: string): Decoded | undefined {
  const properties = itemOf(itemOf(itemOf(reply)?.jsonSchema)?.properties);
  if (properties === undefined) return undefined;
  const { unsigned, ...claims } = properties;
  return { id: siteId, fields: { claims: claimsOf(claims), unsigned: claimsOf(itemOf(unsigned)?.properties) } };
}

/** The PUT replaces the schema whole, so what is not declared goes along as it is live. */
function write({ organization, fields, carried, up }: StepInput) {
  const { claims, unsigned } = { ...carried, ...fields };
  const hidden = claimsOf(unsigned);
  const nested = { type: 'object', description: 'Unsigned claims of the visitor', properties: hidden, additionalProperties: false };
  const jsonSchema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: { ...claimsOf(claims), ...(Object.keys(hidden).length > 0 ? { unsigned: nested } : {}) },
    additionalProperties: false,
  };
  return callWith(replaceAdaptiveSchema, { organizationId: organization, siteId: up('site') }, { jsonSchema });
}

export const adaptiveSchema = defineKind({
  name: 'adaptive-schema',
  segment: 'visitor',
  title: 'visitor schema',
  description: 'What is known of a visitor and can be used in conditions.',
  parents: ['site'],
  singleton: true,
  key: 'name',
  naturalKeys: [],
  undeletable: true,
  replacesWhole: true,
  fields: {
    claims: { type: { is: 'claims' }, description: 'Signed claims by name: type, description, and enum for texts.' },
    unsigned: { type: { is: 'claims' }, description: 'Unsigned claims by name: type, description, and enum for texts.' },
  },
  reading: {
    by: 'object',
    call: ({ organization, parentId }) => callWith(getAdaptiveSchema, { organizationId: organization, siteId: parentId }),
    decode: (reply, { parentId }) => decode(reply, parentId),
  },
  update: (step) => [write(step)],
});
