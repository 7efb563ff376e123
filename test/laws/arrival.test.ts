/** An apply from any state to any other sends only declared values, reaches the declared state, and leaves an empty plan. */
import { expect, test } from 'vitest';
import { endpoints } from '../../src/contract/2025-06/index.ts';
import type { WireRequest } from '../../src/contract/transport.ts';
import type { DesiredResource, Ledger } from '../../src/core/state.ts';
import { plan } from '../../src/library/plan.ts';
import { memoryLedger } from '../../src/library/platform.ts';
import { remoteChanges } from '../../src/plan/result/change.ts';
import { type Arrival, arriveAt, faultsOf, type Journey, left, missing, type Traffic } from './journey.ts';
import { extents, journeys, orders, pairsOf } from './law.ts';
import { toldOfflineAndInWhole } from './offline.ts';

/** API names of fields that have another name in the configuration. */
const wireNames: { readonly [kind: string]: { readonly [field: string]: string } } = {
  site: { defaultSection: 'defaultSiteSection', default: 'defaultSiteSpace' },
  section: { default: 'defaultSiteSpace' },
  'openapi-spec': { url: 'source', text: 'source' },
};

/** API collections, with the kind of their items. */
const lists: { readonly [list: string]: string } = {
  teams: 'team',
  saml: 'saml-provider',
  'custom-fields': 'custom-field',
  collections: 'collection',
  translations: 'translation',
  sites: 'site',
  'share-links': 'share-link',
  sections: 'section',
  'section-groups': 'section-group',
  'site-spaces': 'site-space',
};

/** In this path, the values of custom fields are one level deeper. */
const valuesPath = /^\/v1\/spaces\/([^/]+)\/custom-fields$/;

function valued(resource: DesiredResource): DesiredResource {
  return { ...resource, fields: resource.fields.values as DesiredResource['fields'] };
}

function fieldsSent({ path, body }: WireRequest): readonly string[] {
  const whole = (body ?? {}) as { readonly values?: object };
  return Object.keys(valuesPath.test(path) ? (whole.values ?? {}) : whole);
}

/** Members of a create body that are not declared fields: the referenced space, the container, and initial members. */
const creating = ['spaceId', 'sectionId', 'spaces', 'sections'];

/** Undeclared fields in request bodies, found in paths and bodies alone. */
function undeclaredIn({ applying, desired, planned }: Arrival, ledger: Ledger): readonly string[] {
  const ids = {
    ...planned.plan.ids,
    ...Object.fromEntries(Object.entries(ledger.resources).map(([address, { id }]) => [address, id])),
  };
  const byPath = (path: string): readonly DesiredResource[] => {
    const id = decodeURIComponent(path.split('/').pop() ?? '');
    return desired.resources.filter(
      ({ address, kind }) =>
        ids[address] === id && kind !== 'adaptive-schema' && kind !== 'field-values' && kind !== 'team-member',
    );
  };
  // The plan reports a default that it changes because only one candidate remains.
  const pointed = planned.plan.changes.flatMap(({ address, why, fields }) =>
    why?.includes('the only one that remains') ? fields.map(({ field }) => `${address} ${field}`) : [],
  );
  return applying.flatMap(({ request }) => {
    if (request.method === 'GET' || request.method === 'DELETE') return [];
    const declared = declaredFor(request, desired.resources, byPath);
    if (declared === undefined) return [];
    const allowed = declared.flatMap((resource) => {
      const names = [
        ...Object.keys(resource.fields),
        ...pointed.flatMap((line) => (line.startsWith(`${resource.address} `) ? [line.split(' ')[1] ?? ''] : [])),
      ];
      return names.map((name) => wireNames[resource.kind]?.[name] ?? name);
    });
    const sent = fieldsSent(request).filter(
      (name) => !allowed.includes(name) && !(request.method !== 'PATCH' && creating.includes(name)),
    );
    return sent.map((name) => `${name} in ${request.method} ${request.path} ${JSON.stringify(request.body)}`);
  });
}

/** The resources that a request can affect. undefined: its body contains no declared fields, or a complete schema. */
function declaredFor(
  { method, path }: WireRequest,
  all: readonly DesiredResource[],
  byPath: (path: string) => readonly DesiredResource[],
): readonly DesiredResource[] | undefined {
  if (
    /\/(move|duplicate|restore|sso|adaptive-schema|members)$/.test(path) ||
    /\/section-groups\/[^/]+\/sections$/.test(path)
  )
    return undefined;
  if (/^\/v1\/orgs\/[^/]+$/.test(path)) return all.filter(({ kind }) => kind === 'organization');
  const [, space] = valuesPath.exec(path) ?? [];
  if (space !== undefined)
    return byPath(space).flatMap(({ address }) =>
      all.flatMap((resource) => (resource.address === `${address}/fields` ? [valued(resource)] : [])),
    );
  const kind = lists[path.split('/').pop() ?? ''];
  if (method !== 'PATCH' && kind !== undefined) return all.filter((resource) => resource.kind === kind);
  return byPath(path);
}

const words = new Set(endpoints.flatMap(({ path }) => path.split('/')).filter((part) => !part.startsWith('{')));
/** These paths contain names chosen by users. */
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

/** Ids in requests that no earlier response contained: placeholders, addresses, or ids of objects that do not exist yet. */
function strangeIds(traffic: readonly Traffic[], organization: string): readonly string[] {
  const told = new Set([organization]);
  const strange: string[] = [];
  for (const { request, reply } of traffic) {
    const line = `${request.method} ${request.path} ${JSON.stringify(request.body ?? null)}`;
    const parts = request.path.replace(named, '').split('/');
    const used = [
      ...parts.filter((part) => !words.has(part)),
      ...(request.method === 'GET' ? [] : idsIn(request.body)),
    ];
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

/** The platform never returns these fields, so only the ledger contains their applied values. */
const unseen = ['logo', 'text'];

async function remaining(journey: Journey, { desired }: Arrival, hasLedger: boolean): Promise<readonly string[]> {
  const { plan: made } = await plan({
    desired,
    platform: journey.platform,
    ledger: hasLedger ? journey.backend : memoryLedger(),
  });
  const changes = remoteChanges(made).filter(
    ({ fields }) => hasLedger || !fields.every(({ field }) => unseen.includes(field)),
  );
  return changes.map(({ action, address, fields }) => `${action} ${address} ${JSON.stringify(fields)}`);
}

test.each(extents)(
  'an apply sends only declared values, and the next plan is empty, with and without a ledger: %s',
  async (extent) => {
    await journeys(15, [pairsOf(extent), orders], async (journey, { before, after }, order) => {
      for (const outline of [before, after]) {
        const arrival = await arriveAt(journey, journey.wanted(outline), order);
        const { desired, ledgerBefore: ledger } = arrival;
        const made = { desired, ledger, plan: arrival.planned.plan };
        const [offline, inWhole] = toldOfflineAndInWhole(made);
        expect(inWhole).toEqual(expect.arrayContaining([...offline]));
        // A deleted object can also cause the update of a field.
        expect(offline).toEqual(expect.arrayContaining(inWhole.filter((line) => !line.startsWith('update '))));
        expect(arrival.planning.filter(({ request }) => request.method !== 'GET')).toEqual([]);
        expect(undeclaredIn(arrival, (await journey.backend.load()).ledger)).toEqual([]);
        expect(faultsOf(arrival.report)).toEqual([]);
        expect(await missing(journey, arrival)).toEqual([]);
        expect(await left(journey, arrival)).toEqual([]);
        expect(await remaining(journey, arrival, true)).toEqual([]);
        expect(await remaining(journey, arrival, false)).toEqual([]);
      }
      expect(strangeIds(journey.traffic, journey.reference.organization)).toEqual([]);
    });
  },
);
