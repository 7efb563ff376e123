/** Replaces the ids of invite links by hashes, because everyone who knows such an id can join the organization. */
import type { Transport } from '../../contract/transport.ts';
import { sha256Hex } from '../../core/digest.ts';
import { isJsonObject } from '../../core/json.ts';

/** Anyone who knows the id of an invite link can join the organization. */
const listPath = /^\/v1\/orgs\/[^/]+\/link-invites$/;

const linkPath = /^(\/v1\/orgs\/[^/]+\/link-invites\/)([^/]+)$/;

/** The id in plans, ledgers and reports. */
export function hashedId(id: string): string {
  return /^link-[0-9a-f]{24}$/.test(id) ? id : `link-${sha256Hex(id).slice(0, 24)}`;
}

/** Replaces ids in answers with sealed ids, and sealed ids in requests with ids. Other ids remain as they are. */
export function sealIds(transport: Transport): Transport {
  const ids = new Map<string, string>();
  const sealValue = (value: unknown): unknown => {
    if (!isJsonObject(value)) return value;
    if (Array.isArray(value.items)) return { ...value, items: value.items.map(sealValue) };
    if (typeof value.id !== 'string') return value;
    const id = hashedId(value.id);
    ids.set(id, value.id);
    return { ...value, id };
  };
  return async (request, options) => {
    if (listPath.test(request.path)) {
      const answer = await transport(request, options);
      return { ...answer, body: sealValue(answer.body) };
    }
    const [, place = '', id = ''] = linkPath.exec(request.path) ?? [];
    const real = ids.get(id);
    if (real === undefined) return transport(request, options);
    const answer = await transport({ ...request, path: `${place}${encodeURIComponent(real)}` }, options);
    // Errors can also contain the id.
    const text = JSON.stringify(answer.body)?.replaceAll(real, id);
    return { ...answer, body: text === undefined ? undefined : JSON.parse(text) };
  };
}
