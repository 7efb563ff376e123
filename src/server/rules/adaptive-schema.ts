/** What is known of a site's visitors, and the conditions that can be made of it. */

import { defined } from '../answers/defined.ts';
import type { Context } from '../context.ts';
import { invalid, notFound } from '../errors.ts';
import type { AdaptiveJsonSchema, Claim, Row, UnsignedClaims } from '../records.ts';
import { rewrite } from './write.ts';

export function readAdaptiveSchema(context: Context, site: Row<'site'>): Row<'adaptive-schema'> {
  const row = context.store.find('adaptive-schema', site.id);
  if (row === undefined) throw notFound('adaptive schema of site', site.id);
  return row;
}

/** Replaces the whole schema. */
export function writeAdaptiveSchema(context: Context, site: Row<'site'>, given: AdaptiveJsonSchema): Row<'adaptive-schema'> {
  const jsonSchema = readSchema(given);
  const data = { jsonSchema, updatedAt: context.now };
  const was = context.store.find('adaptive-schema', site.id);
  if (was) return rewrite(context, was, data);
  const row: Row<'adaptive-schema'> = {
    kind: 'adaptive-schema',
    id: site.id,
    parent: site.id,
    scope: site.id,
    position: 1,
    target: '',
    uniqueKey: null,
    data,
  };
  context.store.insert(row);
  return row;
}

function isUnsigned(name: string, claim: Claim | UnsignedClaims): claim is UnsignedClaims {
  return name === 'unsigned' && claim.type === 'object';
}

/** The schema with what the contract knows of it. A claim that has neither of its two shapes is refused: open enumerations let any `type` pass. */
function readSchema({ $schema, $id, type, properties, additionalProperties }: AdaptiveJsonSchema): AdaptiveJsonSchema {
  const read = Object.entries(properties).map(([name, claim]): [string, Claim | UnsignedClaims] => [
    name,
    isUnsigned(name, claim) ? readUnsigned(claim) : readClaim(name, claim as Claim),
  ]);
  return defined({ $schema, $id, type, properties: Object.fromEntries(read), additionalProperties });
}

function readUnsigned({ type, description, properties, additionalProperties }: UnsignedClaims): UnsignedClaims {
  const place = 'body.jsonSchema: unsigned';
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties)) throw invalid(`${place} has no properties`);
  if (additionalProperties !== false) throw invalid(`${place} needs additionalProperties: false`);
  const read = Object.entries(properties).map(([name, claim]): [string, Claim] => [name, readClaim(`unsigned.${name}`, claim)]);
  return defined({ type, description, properties: Object.fromEntries(read), additionalProperties });
}

function readClaim(path: string, claim: Claim | null): Claim {
  const place = `body.jsonSchema: claim ${path}`;
  const { type, description, enum: values } = claim ?? { type: 'null' };
  if (description !== undefined && typeof description !== 'string') throw invalid(`${place} has a description that is no text`);
  if (type !== 'boolean' && type !== 'string') throw invalid(`${place} has type ${type}; possible: boolean, string`);
  if (values !== undefined && !(Array.isArray(values) && values.every((value) => typeof value === 'string')))
    throw invalid(`${place} has an enum that is no list of strings`);
  return defined({ type, description, enum: values });
}

function claimsOf(jsonSchema: AdaptiveJsonSchema): { readonly path: string; readonly claim: Claim }[] {
  return Object.entries(jsonSchema.properties).flatMap(([name, claim]) =>
    isUnsigned(name, claim)
      ? Object.entries(claim.properties).map(([inner, one]) => ({ path: `unsigned.${inner}`, claim: one }))
      : [{ path: name, claim: claim as Claim }],
  );
}

/** One condition per boolean claim, and one per value of the others. */
export function templateConditions(jsonSchema: AdaptiveJsonSchema): { readonly description: string; readonly condition: string }[] {
  return claimsOf(jsonSchema).flatMap(({ path, claim }) => {
    const description = claim.description ?? path;
    if (claim.type === 'boolean') return [{ description, condition: `visitor.claims.${path} == true` }];
    return (claim.enum ?? []).map((value) => ({
      description: `${description}: ${value}`,
      condition: `visitor.claims.${path} == ${JSON.stringify(value)}`,
    }));
  });
}
