/** A platform that keeps visitor schemas whole, with words that docform has no name for; put between docform and the reference platform. */
import type { Transport } from '../../src/contract/transport.ts';
import type { Value } from '../../src/core/value.ts';
import type { Journey } from './journey.ts';

export type Words = { readonly [word: string]: Value };

const schemaPath = /\/sites\/([^/]+)\/adaptive-schema$/;

export function wordsOf(value: unknown): Words {
  return (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}) as Words;
}

function mapped(words: Words, change: (word: Value) => Value): Words {
  return Object.fromEntries(Object.entries(words).map(([name, word]) => [name, change(word)]));
}

const titled = (claim: Value): Value => ({ title: 'Of ours', examples: [true], ...wordsOf(claim) });

/** The same claims, with everything that a JSON Schema may say beside them. */
function adorned(schema: Words): Words {
  const { unsigned, ...claims } = wordsOf(schema.properties);
  const inner = { ...wordsOf(unsigned), description: 'Said by anybody', $comment: 'ours', properties: {} };
  const nested =
    unsigned === undefined ? {} : { unsigned: { ...inner, properties: mapped(wordsOf(wordsOf(unsigned).properties), titled) } };
  return { ...schema, $id: 'https://acme.dev/visitor.json', title: 'Visitors', properties: { ...mapped(claims, titled), ...nested } };
}

/** By site. From now on, what is sent is kept as it is; the reference platform gets what it knows. */
export function keepWhole(journey: Journey): ReadonlyMap<string, Words> {
  const kept = new Map<string, Words>();
  const inner = journey.intercept;
  journey.intercept = (send) => wholeSchemas(inner(send), kept);
  return kept;
}

function wholeSchemas(send: Transport, kept: Map<string, Words>): Transport {
  return async (request, options) => {
    const site = schemaPath.exec(request.path)?.[1];
    if (site === undefined) return send(request, options);
    if (request.method === 'PUT') kept.set(site, wordsOf(wordsOf(request.body).jsonSchema));
    const schema = kept.get(site);
    const known = schema && { jsonSchema: knownOf(schema) };
    const response = await send(request.method === 'PUT' && known ? { ...request, body: known } : request, options);
    if (response.status !== 200) return response;
    const whole = kept.get(site) ?? adorned(wordsOf(wordsOf(response.body).jsonSchema));
    kept.set(site, whole);
    return { ...response, body: { ...wordsOf(response.body), jsonSchema: whole } };
  };
}

function some(words: Words, names: readonly string[]): Words {
  return Object.fromEntries(Object.entries(words).filter(([name]) => names.includes(name)));
}

const claimOf = (claim: Value): Value => some(wordsOf(claim), ['type', 'description', 'enum']);

function knownOf(schema: Words): Words {
  const { unsigned, ...claims } = wordsOf(schema.properties);
  const inner = some(wordsOf(unsigned), ['type', 'description', 'additionalProperties']);
  const nested =
    unsigned === undefined ? {} : { unsigned: { ...inner, properties: mapped(wordsOf(wordsOf(unsigned).properties), claimOf) } };
  return { ...some(schema, ['$schema', '$id', 'type', 'additionalProperties']), properties: { ...mapped(claims, claimOf), ...nested } };
}
