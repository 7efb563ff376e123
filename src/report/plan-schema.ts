/** The JSON Schema (draft-07) of the plan document. `planFacts` in json.ts writes the document. */
import { once } from '../core/once.ts';
import { shippedText } from '../disk/shipped-text.ts';

/** 2: the digest covers ids, and changes list the objects that they involve. 3: `pending` has fields and is part of the digest. */
export const planSchemaVersion = 3;

interface JsonSchema {
  readonly [keyword: string]: unknown;
  readonly properties: { readonly [member: string]: { readonly description?: string; readonly items?: unknown } };
  readonly required?: readonly string[];
}

/** Later releases may add members within a schema version, so the schema allows unknown members. */
export const planSchema = once(() => JSON.parse(shippedText('../schemas/plan.schema.json')) as JsonSchema);
