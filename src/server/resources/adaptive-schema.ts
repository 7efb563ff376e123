/** Adaptive schemas: the claims of a site's visitors. */

import { getAdaptiveSchema, listTemplateConditions, replaceAdaptiveSchema } from '../../contract/2025-06/sites.ts';
import { invalid, notFound } from '../http/errors.ts';
import { defined } from '../rules/answers.ts';
import { rewrite } from '../rules/changes.ts';
import type { Context } from '../rules/context.ts';
import type { FixtureResource, SiteFixtureContext } from '../rules/fixture-context.ts';
import { addObject } from '../rules/objects.ts';
import { administrator, type BodyOf, reader, resource, route } from '../rules/resource.ts';
import type { Row } from '../store/records.ts';

type AdaptiveJsonSchema = BodyOf<typeof replaceAdaptiveSchema>['jsonSchema'];
export type UnsignedClaims = Extract<AdaptiveJsonSchema['properties'][string], { properties: object }>;
export type Claim = UnsignedClaims['properties'][string];

declare module '../store/records.ts' {
  interface Records {
    'adaptive-schema': {
      jsonSchema: AdaptiveJsonSchema;
      updatedAt: string;
    };
  }
}

function readAdaptiveSchema(context: Context, site: Row<'site'>) {
  const row = context.store.find('adaptive-schema', site.id);
  if (row === undefined) throw notFound('adaptive schema of site', site.id);
  return row;
}

/** Writes a schema as it is given. */
export function writeAdaptiveSchema(context: Context, site: Row<'site'>, jsonSchema: AdaptiveJsonSchema) {
  const data = { jsonSchema, updatedAt: context.now };
  const was = context.store.find('adaptive-schema', site.id);
  if (was) return rewrite(context, was, data);
  return addObject(context, 'adaptive-schema', { parent: site.id, id: site.id }, data);
}

export function schemaAnswer({ data }: Row<'adaptive-schema'>) {
  return { object: 'site-adaptive-schema' as const, ...data };
}

function isUnsigned(name: string, claim: Claim | UnsignedClaims): claim is UnsignedClaims {
  return name === 'unsigned' && claim.type === 'object';
}

/** Keeps only members of the contract. The contract does not limit the `type` of a claim, so this function does. */
function readSchema({ $schema, $id, type, properties, additionalProperties }: AdaptiveJsonSchema) {
  const claims = mapEntries(properties, (claim, name) =>
    isUnsigned(name, claim) ? readUnsigned(claim) : readClaim(name, claim as Claim),
  );
  return defined({ $schema, $id, type, properties: claims, additionalProperties });
}

function mapEntries<T, U>(object: { [name: string]: T }, change: (value: T, name: string) => U) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]));
}

function readUnsigned({ type, description, properties, additionalProperties }: UnsignedClaims) {
  const place = 'body.jsonSchema: unsigned';
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties))
    throw invalid(`${place} has no properties`);
  if (additionalProperties !== false) throw invalid(`${place} needs additionalProperties: false`);
  const claims = mapEntries(properties, (claim, name) => readClaim(`unsigned.${name}`, claim));
  return defined({ type, description, properties: claims, additionalProperties });
}

function readClaim(path: string, claim: Claim | null) {
  const place = `body.jsonSchema: claim ${path}`;
  const { type, description, enum: values } = claim ?? { type: 'null' };
  if (description !== undefined && typeof description !== 'string')
    throw invalid(`${place} has a description that is not a string`);
  if (type !== 'boolean' && type !== 'string') throw invalid(`${place} has type ${type}; allowed: boolean, string`);
  if (values !== undefined && !(Array.isArray(values) && values.every((value) => typeof value === 'string')))
    throw invalid(`${place} has an enum that is not a list of strings`);
  return defined({ type, description, enum: values });
}

function claimsOf({ properties }: AdaptiveJsonSchema) {
  return Object.entries(properties).flatMap(([name, claim]) =>
    isUnsigned(name, claim)
      ? Object.entries(claim.properties).map(([inner, one]) => [`unsigned.${inner}`, one] as const)
      : [[name, claim as Claim] as const],
  );
}

function templateConditions(jsonSchema: AdaptiveJsonSchema) {
  return claimsOf(jsonSchema).flatMap(([path, claim]) => {
    const description = claim.description ?? path;
    if (claim.type === 'boolean') return [{ description, condition: `visitor.claims.${path} == true` }];
    return (claim.enum ?? []).map((value) => ({
      description: `${description}: ${value}`,
      condition: `visitor.claims.${path} == ${JSON.stringify(value)}`,
    }));
  });
}

function loadAdaptiveSchema({ add, tick, site }: SiteFixtureContext, schema: FixtureResource<'adaptive-schema'>) {
  const { $id, claims = {}, unsigned = {} } = schema.fields;
  const inner: UnsignedClaims = {
    type: 'object',
    description: 'Unsigned claims of the site visitor.',
    properties: unsigned as UnsignedClaims['properties'],
    additionalProperties: false,
  };
  const jsonSchema: AdaptiveJsonSchema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...($id === undefined ? {} : { $id: String($id) }),
    type: 'object',
    properties: { ...(claims as AdaptiveJsonSchema['properties']), unsigned: inner },
    additionalProperties: false,
  };
  add(schema, { parent: site, id: site }, { jsonSchema, updatedAt: tick() });
}

export const adaptiveSchemas = resource({
  titles: { 'adaptive-schema': 'adaptive schema of site' },
  fixtureFields: { 'adaptive-schema': ['$id', 'claims', 'unsigned'] },
  inSite: { 'adaptive-schema': loadAdaptiveSchema },
  routes: [
    route(getAdaptiveSchema, reader, ({ context, site }) => schemaAnswer(readAdaptiveSchema(context, site))),
    route(replaceAdaptiveSchema, administrator, ({ context, site, body }) =>
      schemaAnswer(writeAdaptiveSchema(context, site, readSchema(body.jsonSchema))),
    ),
    route(listTemplateConditions, reader, ({ context, site }) => {
      const schema = context.store.find('adaptive-schema', site.id);
      return { items: schema === undefined ? [] : templateConditions(schema.data.jsonSchema) };
    }),
  ],
});
