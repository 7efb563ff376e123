/** Every published member of the requests that write managed kinds is a field of the kind, or docs/platform/GITBOOK.md names it as not managed. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { kindsOfDialect } from '../../src/kinds/index.ts';
import { overridableSettings, siteSettings } from '../../src/kinds/site/branding-settings.ts';

interface Schema {
  readonly $ref?: string;
  readonly properties?: { readonly [name: string]: unknown };
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

interface Body {
  readonly $ref?: string;
  readonly content?: { readonly [type: string]: { readonly schema?: Schema } };
}

interface OpenApi {
  readonly paths: { readonly [path: string]: { readonly [method: string]: { readonly requestBody?: Body } } };
}

const document = createRequire(import.meta.url)('gitbook-api-0.202/spec/openapi.json') as OpenApi;

function resolved<T extends { readonly $ref?: string }>(value: T): T {
  if (value.$ref === undefined) return value;
  const keys = value.$ref.split('/').slice(1);
  return keys.reduce<unknown>((at, key) => (at as { [name: string]: unknown })[key], document) as T;
}

function membersOf(schema: Schema | undefined): readonly string[] {
  if (schema === undefined) return [];
  const { properties = {}, allOf = [], oneOf = [], anyOf = [] } = resolved(schema);
  return [...new Set([...Object.keys(properties), ...[...allOf, ...oneOf, ...anyOf].flatMap(membersOf)])];
}

/** Where the platform has the settings of a branding, by kind. */
const places: { readonly [kind: string]: readonly string[] } = {
  customization: placesOf(siteSettings),
  'site-space-customization': placesOf(overridableSettings),
};

function placesOf(settings: typeof siteSettings): readonly string[] {
  return Object.values(settings).map(({ at }) => at.join('.'));
}

/** Settings by their place, such as `styling.theme`. What a setting contains is compared by `customization.test.ts`. */
function settingsOf(kind: string, schema: Schema | undefined, above = ''): readonly string[] {
  return propertiesOf(schema).flatMap(([name, member]) => {
    const place = `${above}${name}`;
    const isGroup = places[kind]?.some((each) => each.startsWith(`${place}.`));
    return isGroup ? settingsOf(kind, member, `${place}.`) : [place];
  });
}

function propertiesOf(schema: Schema | undefined): readonly (readonly [string, Schema])[] {
  if (schema === undefined) return [];
  const { properties = {}, allOf = [] } = resolved(schema);
  return [...Object.entries(properties as { readonly [name: string]: Schema }), ...allOf.flatMap(propertiesOf)];
}

/** The kinds, by the paths whose PATCH, POST and PUT write them. */
const kindOf: { readonly [path: string]: string } = {
  '/orgs/{}': 'organization',
  '/orgs/{}/members/{}': 'member',
  '/orgs/{}/invites': 'member',
  '/orgs/{}/link-invites': 'link-invite',
  '/orgs/{}/link-invites/{}': 'link-invite',
  '/orgs/{}/teams': 'team',
  '/orgs/{}/teams/{}': 'team',
  '/orgs/{}/teams/{}/members': 'team-member',
  '/orgs/{}/teams/{}/members/{}': 'team-member',
  '/orgs/{}/saml': 'saml-provider',
  '/orgs/{}/saml/{}': 'saml-provider',
  '/orgs/{}/openapi': 'openapi-spec',
  '/orgs/{}/openapi/{}': 'openapi-spec',
  '/orgs/{}/translations': 'translation',
  '/orgs/{}/translations/{}': 'translation',
  '/orgs/{}/collections': 'collection',
  '/collections/{}': 'collection',
  '/orgs/{}/spaces': 'space',
  '/spaces/{}': 'space',
  '/orgs/{}/sites': 'site',
  '/orgs/{}/sites/{}': 'site',
  '/orgs/{}/sites/{}/adaptive-schema': 'adaptive-schema',
  '/orgs/{}/sites/{}/share-links': 'share-link',
  '/orgs/{}/sites/{}/share-links/{}': 'share-link',
  '/orgs/{}/sites/{}/sections': 'section',
  '/orgs/{}/sites/{}/sections/{}': 'section',
  '/orgs/{}/sites/{}/section-groups': 'section-group',
  '/orgs/{}/sites/{}/section-groups/{}': 'section-group',
  '/orgs/{}/sites/{}/external-links': 'external-link',
  '/orgs/{}/sites/{}/external-links/{}': 'external-link',
  '/orgs/{}/sites/{}/site-spaces': 'site-space',
  '/orgs/{}/sites/{}/site-spaces/{}': 'site-space',
  '/orgs/{}/sites/{}/customization': 'customization',
  '/orgs/{}/sites/{}/site-spaces/{}/customization': 'site-space-customization',
  '/orgs/{}/sites/{}/redirects': 'redirect',
  '/orgs/{}/sites/{}/redirects/{}': 'redirect',
  ...Object.fromEntries(
    ['/spaces/{}', '/collections/{}', '/orgs/{}/sites/{}'].flatMap((of) => [
      [`${of}/permissions`, 'team-permission'],
      [`${of}/permissions/teams/{}`, 'team-permission'],
      [`${of}/permissions/users/{}`, 'member-permission'],
    ]),
  ),
};

/** Members that docform writes under another name than the field, or without a field: the key, the place, or the items of a list. */
const otherwise: { readonly [kind: string]: readonly string[] } = {
  member: ['emails'],
  team: ['members'],
  'team-member': ['add', 'memberships', 'remove'],
  'team-permission': ['teams', 'users'],
  'openapi-spec': ['slug', 'source'],
  translation: ['source'],
  collection: ['parent'],
  space: ['parent', 'empty'],
  site: ['spaces'],
  'adaptive-schema': ['jsonSchema'],
  section: ['siteSectionGroupId'],
  'section-group': ['sections', 'parent', 'parentSectionGroupId'],
  'external-link': ['parent'],
  redirect: ['redirects', 'destination', 'source'],
};

/** Members that only a create has. */
const atCreation: { readonly [kind: string]: readonly string[] } = {
  section: ['spaceId'],
  'site-space': ['spaceId', 'sectionId'],
};

const kinds = kindsOfDialect('gitbook');
const page = readFileSync('docs/platform/GITBOOK.md', 'utf8');

function declaredBy(kind: string, method: string): readonly string[] {
  const fields = Object.entries(kinds.get(kind)?.fields ?? {});
  // Another value of these fields is another object, so no PATCH contains them.
  const written = fields.filter(([, { change }]) => method !== 'patch' || change !== 'replace');
  if (places[kind] !== undefined) return places[kind];
  const names = written.flatMap(([name, field]) => [name, (field as { readonly wire?: string }).wire ?? name]);
  return [...names, ...(otherwise[kind] ?? []), ...((method === 'post' && atCreation[kind]) || [])];
}

/** By operation, such as `PATCH /spaces/{}`. */
function notManaged(): { readonly [operation: string]: readonly string[] } {
  const rows = page.matchAll(/^\| `((?:PATCH|POST|PUT) [^`]+)` \| ([^|]+) \|/gm);
  return Object.fromEntries(
    [...rows].map(([, operation = '', members = '']) => [
      operation,
      [...members.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name).sort(),
    ]),
  );
}

test('every published member of a managed kind is declared, or named as not managed', () => {
  const found: { [operation: string]: readonly string[] } = {};
  for (const [path, operations] of Object.entries(document.paths)) {
    const place = path.replace(/\{\w+\}/g, '{}');
    const kind = kindOf[place];
    if (kind === undefined) continue;
    for (const method of ['patch', 'post', 'put'] as const) {
      const body = operations[method]?.requestBody;
      if (body === undefined) continue;
      const declared = new Set(declaredBy(kind, method));
      const schema = resolved(body).content?.['application/json']?.schema;
      const members = kind in places ? settingsOf(kind, schema) : membersOf(schema);
      const missing = members.filter((name) => !declared.has(name));
      if (missing.length > 0) found[`${method.toUpperCase()} ${place}`] = [...missing].sort();
    }
  }
  expect(notManaged()).toEqual(found);
});

test('every path of the walk is published', () => {
  const published = new Set(Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}')));
  expect(Object.keys(kindOf).filter((path) => !published.has(path))).toEqual([]);
});
