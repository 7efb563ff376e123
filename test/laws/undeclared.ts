/** Fields in request bodies that nobody declared, found out from paths and bodies alone. */
import type { WireRequest } from '../../src/contract/transport.ts';
import type { DesiredResource, Ledger } from '../../src/core/state.ts';
import type { Arrival } from './journey.ts';

/** Names on the wire of fields that go by others in the language. */
const wireNames: { readonly [kind: string]: { readonly [field: string]: string } } = {
  site: { defaultSection: 'defaultSiteSection' },
  section: { default: 'defaultSiteSpace' },
  'openapi-spec': { url: 'source', text: 'source' },
};

/** Collections of the API, by the kind of what they hold. */
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

/** Values of custom fields go one level deeper. */
const valuesPath = /^\/v1\/spaces\/([^/]+)\/custom-fields$/;

function valued(resource: DesiredResource): DesiredResource {
  return { ...resource, fields: resource.fields.values as DesiredResource['fields'] };
}

function fieldsSent({ path, body }: WireRequest): readonly string[] {
  const whole = (body ?? {}) as { readonly values?: object };
  return Object.keys(valuesPath.test(path) ? (whole.values ?? {}) : whole);
}

/** What a create names beside declared fields: the space it shows, where it goes, whom it takes in. */
const creating = ['spaceId', 'sectionId', 'spaces', 'sections'];

export function undeclaredIn({ applying, desired, planned }: Arrival, ledger: Ledger): readonly string[] {
  const ids = { ...planned.plan.ids, ...Object.fromEntries(Object.entries(ledger.resources).map(([address, { id }]) => [address, id])) };
  const byPath = (path: string): readonly DesiredResource[] => {
    const id = decodeURIComponent(path.split('/').pop() ?? '');
    return desired.resources.filter(
      ({ address, kind }) => ids[address] === id && kind !== 'adaptive-schema' && kind !== 'field-values' && kind !== 'team-member',
    );
  };
  // The plan says so where it points a default elsewhere, as the only one left.
  const pointed = planned.plan.changes.flatMap(({ address, why, fields }) =>
    why?.includes('the only one left') ? fields.map(({ field }) => `${address} ${field}`) : [],
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
    const sent = fieldsSent(request).filter((name) => !allowed.includes(name) && !(request.method !== 'PATCH' && creating.includes(name)));
    return sent.map((name) => `${name} in ${request.method} ${request.path} ${JSON.stringify(request.body)}`);
  });
}

/** The resources a request may be about; undefined: its body holds no fields of the language, or all of them (a schema). */
function declaredFor(
  { method, path }: WireRequest,
  all: readonly DesiredResource[],
  byPath: (path: string) => readonly DesiredResource[],
): readonly DesiredResource[] | undefined {
  if (/\/(move|duplicate|restore|sso|adaptive-schema|members)$/.test(path) || /\/section-groups\/[^/]+\/sections$/.test(path))
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
