/** What is known of a site's visitors, and the conditions that can be made of it. */
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
export function writeAdaptiveSchema(context: Context, site: Row<'site'>, jsonSchema: AdaptiveJsonSchema): Row<'adaptive-schema'> {
  requireDescriptions(jsonSchema);
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

function requireDescriptions(jsonSchema: AdaptiveJsonSchema): void {
  for (const { path, claim } of claimsOf(jsonSchema)) {
    if (claim.description === undefined) throw invalid(`body.jsonSchema: claim ${path} has no description`);
    if (claim.type !== 'boolean' && claim.type !== 'string')
      throw invalid(`body.jsonSchema: claim ${path} has type ${claim.type}; possible: boolean, string`);
  }
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
