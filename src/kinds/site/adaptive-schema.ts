/** The visitor schema of a site. The platform answers 404 until a schema is set, and a PUT replaces the whole schema. */

import { getAdaptiveSchema, replaceAdaptiveSchema } from '../../contract/2025-06/sites.ts';
import { isJsonObject } from '../../core/json.ts';
import type { Value } from '../../core/state.ts';
import type { BodyOf } from '../define-kind.ts';
import { callOf, defineKind, type StepInput } from '../define-kind.ts';
import type { Decoded } from '../reading.ts';
import { objectOrUndefined } from '../reading.ts';

type Members = { [name: string]: Value };

const claimWords = ['type', 'description', 'enum'];

const isClaimWord = ([word]: readonly [string, Value]): boolean => claimWords.includes(word);

function membersOrEmpty(value: unknown): Members {
  return (objectOrUndefined(value) ?? {}) as Members;
}

function mapMembers(members: Members, change: (member: Value, name: string) => Value): Members {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, change(member, name)]));
}

/** Removes properties of claims that the language does not have. A value that is not a claim stays, so that validation reports it. */
function withoutUnsupportedMembers(claims: Members): Members {
  return mapMembers(claims, (claim) =>
    isJsonObject(claim) ? Object.fromEntries(Object.entries(claim as Members).filter(isClaimWord)) : claim,
  );
}

function decodeSchema(reply: unknown, siteId: string): Decoded | undefined {
  const jsonSchema = objectOrUndefined(objectOrUndefined(reply)?.jsonSchema);
  const properties = objectOrUndefined(jsonSchema?.properties);
  if (properties === undefined) return undefined;
  const { unsigned, ...claims } = membersOrEmpty(properties);
  const fields = {
    claims: withoutUnsupportedMembers(claims),
    unsigned: withoutUnsupportedMembers(membersOrEmpty(objectOrUndefined(unsigned)?.properties)),
  };
  return { id: siteId, fields: { ...fields, jsonSchema: membersOrEmpty(jsonSchema) } };
}

function keepUnsupportedMembers(declared: Members, live: Members): Members {
  return mapMembers(declared, (claim, name) => {
    const others = Object.entries(membersOrEmpty(live[name])).filter((entry) => !isClaimWord(entry));
    return { ...Object.fromEntries(others), ...membersOrEmpty(claim) };
  });
}

/** Omits unsigned claims if neither the platform nor the configuration has any. */
function unsignedClaimsPart(declared: Value | undefined, live: Value | undefined): Members {
  if (declared === undefined) return live === undefined ? {} : { unsigned: live };
  const before = objectOrUndefined(live);
  const properties = keepUnsupportedMembers(membersOrEmpty(declared), membersOrEmpty(before?.properties));
  if (live === undefined && Object.keys(properties).length === 0) return {};
  const isNested = before?.type === 'object';
  return {
    unsigned: isNested
      ? { ...membersOrEmpty(before), properties }
      : { ...newUnsigned, properties, additionalProperties: false },
  };
}

/** GitBook accepts only this description. */
const newUnsigned = { type: 'object', description: 'Unsigned claims of the site visitor.' };

/** The PUT replaces the whole schema, so everything that is not declared is sent as it is on the platform. */
function writeSchema(step: StepInput) {
  const { fields, passthrough } = step;
  const before = objectOrUndefined(passthrough.jsonSchema);
  const { unsigned, ...signed } = membersOrEmpty(before?.properties);
  const claims = fields.claims === undefined ? signed : keepUnsupportedMembers(membersOrEmpty(fields.claims), signed);
  const properties = { ...claims, ...unsignedClaimsPart(fields.unsigned, unsigned) };
  const jsonSchema: Members =
    before === undefined
      ? { ...newSchema, properties, additionalProperties: false }
      : { ...membersOrEmpty(before), properties };
  // Keeps properties that the contract does not have.
  const kept = jsonSchema as BodyOf<typeof replaceAdaptiveSchema>['jsonSchema'];
  return callOf(replaceAdaptiveSchema)({ ...step, body: { jsonSchema: kept } });
}

const newSchema = { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' };

export const adaptiveSchema = defineKind({
  name: 'adaptive-schema',
  segment: 'visitor',
  title: 'visitor schema',
  description: 'Claims about visitors, for use in conditions.',
  parents: ['site'],
  singleton: true,
  key: 'name',
  naturalKeys: [],
  undeletable: true,
  replacesWhole: true,
  fields: {
    claims: {
      type: { is: 'claims' },
      description:
        'Signed claims by name. Each claim has `type` and `description`. A claim of type `string` also has `enum`.',
      example: { plan: { type: 'string', description: 'Subscription of the visitor', enum: ['free', 'team'] } },
    },
    unsigned: {
      type: { is: 'claims' },
      description:
        'Unsigned claims by name. Each claim has `type` and `description`. A claim of type `string` also has `enum`.',
      example: { beta: { type: 'boolean', description: 'Visitor uses beta features' } },
    },
  },
  reading: {
    by: 'object',
    call: callOf(getAdaptiveSchema),
    decode: (reply, { parentId }) => decodeSchema(reply, parentId),
  },
  update: writeSchema,
});
