/** Ids in requests that no answer before has told: placeholders, addresses, or ids of something that is not there yet. */
import { endpoints } from '../../src/contract/index.ts';
import type { Traffic } from './journey.ts';

const words = new Set(endpoints.flatMap(({ path }) => path.split('/')).filter((part) => !part.startsWith('{')));
/** Their path holds what people called them. */
const named = /\/(?:custom-fields|openapi|link-invites)\/[a-z0-9_-]+$/;
const idMembers = new Set([
  'spaceId',
  'sectionId',
  'sections',
  'defaultSiteSpace',
  'defaultSiteSection',
  'parent',
  'defaultTeam',
  'add',
  'remove',
  'site',
  'space',
  'collection',
  'siteSection',
  'siteSpace',
  'id',
]);

export function strangeIds(traffic: readonly Traffic[], organization: string): readonly string[] {
  const told = new Set([organization]);
  const strange: string[] = [];
  for (const { request, reply } of traffic) {
    const line = `${request.method} ${request.path} ${JSON.stringify(request.body ?? null)}`;
    const parts = request.path.replace(named, '').split('/');
    const used = [...parts.filter((part) => !words.has(part)), ...(request.method === 'GET' ? [] : idsIn(request.body))];
    for (const id of used) if (!told.has(decodeURIComponent(id))) strange.push(`${id} in ${line}`);
    collect(reply, told);
  }
  return strange;
}

function idsIn(body: unknown): readonly string[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) => {
    if (name === 'jsonSchema' || name === 'values') return [];
    if (name === 'memberships') return Object.keys(value as object);
    if (idMembers.has(name) && typeof value === 'string') return [value];
    if (idMembers.has(name) && Array.isArray(value)) return value.map(String);
    return idsIn(value);
  });
}

function collect(reply: unknown, told: Set<string>): void {
  if (typeof reply !== 'object' || reply === null) return;
  for (const item of Array.isArray(reply) ? reply : []) collect(item, told);
  for (const [name, value] of Object.entries(reply)) {
    if (name === 'id' && typeof value === 'string') told.add(value);
    else collect(value, told);
  }
}
