/** Finds operations by name. */
import type { TSchema } from '@sinclair/typebox';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { endpoints } from '../../src/contract/2025-06/index.ts';
import { isEmoji } from '../../src/contract/emoji.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';

const addFormats = formats as unknown as (ajv: Ajv) => void;

export function createAjv(): Ajv {
  const ajv = new Ajv({ strict: true });
  addFormats(ajv);
  ajv.addFormat('emoji', isEmoji);
  return ajv;
}

export function named(name: string): Endpoint {
  const found = endpoints.find((endpoint) => endpoint.name === name);
  if (found === undefined) throw new Error(`no endpoint ${name}`);
  return found;
}

/** Validates a body field such as `updateSite.title`. */
export function accepts(operation: string, value: unknown): boolean {
  const [name = '', field = ''] = operation.split('.');
  const body = named(name).body as TSchema & { properties?: { [field: string]: TSchema } };
  const schema = body.properties?.[field];
  if (schema === undefined) throw new Error(`no body field ${operation}`);
  return createAjv().validate(schema, value);
}
