/** The reference platform in the `gitbook` dialect: operations that the contract does not have, and those that are gone. */
import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { gitbookEndpoints } from '../../src/contract/gitbook/index.ts';
import { gitbookRoutes } from '../../src/server/gitbook/index.ts';
import type { FixtureObject } from '../../src/server/index.ts';
import { routes } from '../../src/server/resources/index.ts';
import { createAjv } from '../contract/operation.ts';
import { type GitbookPlatform, openGitbook } from './dialect-world.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies of any operation, validated against GitBook's document.
type Json = any;

let at: GitbookPlatform;

beforeEach(() => {
  at = openGitbook({ seed: 'medium' });
});

afterEach(() => {
  at.platform.close();
  expect(at.problems).toEqual([]);
});

const status = async (method: string, path: string, body?: unknown) => (await at.send(method, path, body)).status;

async function siteNamed(title: string): Promise<string> {
  const { items } = await at.ask('GET', '~/sites?limit=1000');
  return `~/sites/${items.find((site: Json) => site.title === title).id}`;
}

const docs = () => siteNamed('Acme Docs');
const flat = () => siteNamed('Partner Portal');

/** Titles in order; the members of a group are a list after its title. */
function outline(items: readonly Json[]): readonly unknown[] {
  return items.flatMap((item) => (item.children === undefined ? [item.title] : [item.title, outline(item.children)]));
}

const structureOf = async (site: string) => outline((await at.ask('GET', `${site}/structure`)).structure);

/** An item of the structure by its title. */
async function find(site: string, title: string): Promise<Json> {
  const within = (items: readonly Json[]): readonly Json[] =>
    items.flatMap((item) => [item, ...within(item.children ?? [])]);
  return within((await at.ask('GET', `${site}/structure`)).structure).find((item) => item.title === title);
}

const pointer = ({ object, id }: Json) => ({ type: object, id });

async function sort(site: string, title: string, position: { before?: string; after?: string }): Promise<number> {
  const entries = await Promise.all(
    Object.entries(position).map(async ([word, other]) => [word, pointer(await find(site, other))] as const),
  );
  const item = pointer(await find(site, title));
  return status('PATCH', `${site}/structure/sort`, { item, position: Object.fromEntries(entries) });
}

describe('operations', () => {
  test('every operation of GitBook has a route, and a replaced route has the requirement of the contract', () => {
    const keyOf = (endpoint: Json) => `${endpoint.method} ${endpoint.path.replace(/\{\w+\}/g, '{}')}`;
    const served = new Map(gitbookRoutes.map((route) => [keyOf(route.endpoint), route]));
    expect(gitbookEndpoints.filter((endpoint) => !served.has(keyOf(endpoint)))).toEqual([]);
    const other = routes.filter(({ endpoint, need }) => {
      const { of, least } = { least: '', ...(served.get(keyOf(endpoint))?.need ?? need) };
      return of !== need.of || least !== { least: '', ...need }.least;
    });
    expect(other.map(({ endpoint }) => endpoint.name)).toEqual([]);
  });

  test('every operation has the name of its constant, and schemas that compile strictly', async () => {
    const folder = new URL('../../src/contract/gitbook/', import.meta.url);
    const modules = await Promise.all(
      readdirSync(folder).map((file) => import(new URL(file, folder).href) as Promise<object>),
    );
    const constants = modules
      .flatMap((module): [string, unknown][] => Object.entries(module))
      .flatMap(([name, value]): [string, unknown][] => {
        // The operations of a container: `grantInSpace` is `spacePermissions.grant`.
        const [, container = ''] = /^(\w+)Permissions$/.exec(name) ?? [];
        const suffix = `In${container.charAt(0).toUpperCase()}${container.slice(1)}`;
        return container === ''
          ? [[name, value]]
          : Object.entries(value as object).map(([each, operation]) => [`${each}${suffix}`, operation]);
      });
    const ajv = createAjv();
    for (const endpoint of gitbookEndpoints) {
      expect(constants.find(([, value]) => value === endpoint)?.[0]).toBe(endpoint.name);
      for (const schema of [endpoint.query, endpoint.body, endpoint.reply])
        if (schema !== undefined) expect(() => ajv.compile(schema), endpoint.name).not.toThrow();
    }
  });

  test('removed operations answer like unknown paths', async () => {
    const site = await docs();
    const group = await find(site, 'Products');
    const section = await find(site, 'Start');
    expect(await status('GET', '~/custom-fields')).toBe(404);
    expect(await status('POST', '~/custom-fields', { name: 'new', type: 'text' })).toBe(404);
    const members = `${site}/section-groups/${group.id}/sections`;
    expect(await status('POST', members, { sectionId: section.id })).toBe(404);
    expect(await status('DELETE', `${members}/${section.id}`)).toBe(404);
    expect(await status('POST', '~/translations', { title: 'French' })).toBe(400);
    expect(await status('POST', '~/sites', { title: 'New', spaces: 'empty' })).toBe(400);
  });

  test('agentsContext is in no answer, and is refused in strict mode and ignored otherwise', async () => {
    const site = await docs();
    expect(await at.ask('GET', site)).not.toHaveProperty('agentsContext');
    expect(await status('PATCH', site, { agentsContext: 'excluded' })).toBe(400);
    const lenient = openGitbook({ seed: 'medium', strict: false });
    const before = lenient.platform.state().digest;
    await lenient.ask('PATCH', site.replace('~', `/v1/orgs/${lenient.platform.organization}`), {
      agentsContext: 'excluded',
    });
    expect(lenient.platform.state().digest).toBe(before);
    lenient.platform.close();
  });

  test('faults can name operations of the dialect', async () => {
    at.platform.faults.add({
      match: { operation: 'getSiteStructure' },
      effect: { type: 'status', status: 503 },
    } as Json);
    expect(await status('GET', `${await docs()}/structure`)).toBe(503);
    at.platform.faults.clear();
  });
});

describe('structure', () => {
  const initial = ['Start', 'Guides', 'Products', ['Payments', 'API'], 'Changes', 'Past versions', ['Payments 2019']];

  test('contains sections and groups in one order, or the site-spaces of a flat site', async () => {
    expect(await structureOf(await docs())).toEqual(initial);
    const { type, structure } = await at.ask('GET', `${await flat()}/structure`);
    expect([type, outline(structure)]).toEqual(['siteSpaces', ['Partner Guide', 'Changelog']]);
  });

  test('an item moves next to a sibling of any kind, or to the end', async () => {
    const site = await docs();
    expect(await sort(site, 'Changes', { before: 'Start' })).toBe(200);
    expect(await sort(site, 'Products', { after: 'Past versions' })).toBe(200);
    expect(await sort(site, 'Payments', {})).toBe(200);
    expect(await sort(site, 'Start', {})).toBe(200);
    expect(await structureOf(site)).toEqual([
      ...['Changes', 'Guides', 'Past versions', ['Payments 2019'], 'Products', ['API', 'Payments'], 'Start'],
    ]);
  });

  test('sorts the site-spaces of a flat site', async () => {
    const site = await flat();
    expect(await sort(site, 'Changelog', { before: 'Partner Guide' })).toBe(200);
    expect(await structureOf(site)).toEqual(['Changelog', 'Partner Guide']);
  });

  test('refuses anchors that are not siblings, two anchors, and unknown items', async () => {
    const site = await docs();
    expect(await sort(site, 'Start', { after: 'Payments' })).toBe(400);
    expect(await sort(site, 'Start', { after: 'Start' })).toBe(400);
    expect(await sort(site, 'Start', { before: 'Guides', after: 'Changes' })).toBe(400);
    const item = { type: 'site-section', id: 'unknown' };
    expect(await status('PATCH', `${site}/structure/sort`, { item, position: {} })).toBe(404);
    expect(await structureOf(site)).toEqual(initial);
  });

  test('shows empty and nested groups in their place, and lists every group', async () => {
    const site = await docs();
    const { id: parent } = await find(site, 'Products');
    await at.ask('POST', `${site}/section-groups`, { title: 'Empty' });
    const inner = await at.ask('POST', `${site}/section-groups`, { title: 'Inner', parent });
    const { id: section } = await find(site, 'Guides');
    await at.ask('PATCH', `${site}/sections/${section}`, { siteSectionGroupId: inner.id });
    await sort(site, 'Empty', { before: 'Start' });
    expect(await structureOf(site)).toEqual([
      ...['Empty', [], 'Start', 'Products', ['Payments', 'API', 'Inner', ['Guides']], 'Changes', 'Past versions'],
      ['Payments 2019'],
    ]);
    const { items } = await at.ask('GET', `${site}/section-groups`);
    expect(items.map((group: Json) => [group.title, group.sectionGroup])).toEqual([
      ['Empty', undefined],
      ['Products', undefined],
      ['Inner', parent],
      ['Past versions', undefined],
    ]);
    const sections = await at.ask('GET', `${site}/sections`);
    expect(outline(sections.items)).toEqual(['Start', 'Payments', 'API', 'Guides', 'Changes', 'Payments 2019']);
  });

  test('a section moves to the end of a group or of the root, and keeps its position where it is', async () => {
    const site = await docs();
    const [{ id: products }, { id: past }] = [await find(site, 'Products'), await find(site, 'Past versions')];
    const { id: payments } = await find(site, 'Payments');
    const move = (group: string | null) =>
      status('PATCH', `${site}/sections/${payments}`, { siteSectionGroupId: group });
    expect(await move(products)).toBe(200);
    expect(await structureOf(site)).toEqual(initial);
    expect(await move(past)).toBe(200);
    expect(outline((await find(site, 'Past versions')).children)).toEqual(['Payments 2019', 'Payments']);
    expect(await move(null)).toBe(200);
    expect((await structureOf(site)).at(-1)).toBe('Payments');
    expect(await find(site, 'Payments')).not.toHaveProperty('sectionGroup');
    expect(await move('unknown')).toBe(404);
  });

  test('a group cannot be moved into itself, and its members take its place when it is deleted', async () => {
    const site = await docs();
    const { id: products } = await find(site, 'Products');
    const { id: past } = await find(site, 'Past versions');
    const move = (id: string, parent: string | null) =>
      status('PATCH', `${site}/section-groups/${id}`, { parentSectionGroupId: parent });
    expect(await move(past, products)).toBe(200);
    expect(await move(products, past)).toBe(400);
    expect(await move(products, products)).toBe(400);
    expect(await status('DELETE', `${site}/section-groups/${past}`)).toBe(205);
    expect(await structureOf(site)).toEqual([
      'Start',
      'Guides',
      'Products',
      ['Payments', 'API', 'Payments 2019'],
      'Changes',
    ]);
    expect((await find(site, 'Payments 2019')).sectionGroup).toBe(products);
    expect(await status('DELETE', `${site}/section-groups/${products}`)).toBe(205);
    expect(await structureOf(site)).toEqual(['Start', 'Guides', 'Payments', 'API', 'Payments 2019', 'Changes']);
  });
});

describe('items', () => {
  test('external links are in the structure and in no list, and only on sites with sections', async () => {
    const site = await docs();
    const link = { title: 'Status', url: 'https://status.acme.dev/' };
    const { id: parent } = await find(site, 'Products');
    const { id } = await at.ask('POST', `${site}/external-links`, { ...link, parent });
    expect((await find(site, 'Status')).sectionGroup).toBe(parent);
    await at.ask('PATCH', `${site}/external-links/${id}`, { parent: null, draft: true });
    await sort(site, 'Status', { before: 'Start' });
    expect((await structureOf(site))[0]).toBe('Status');
    expect(outline((await at.ask('GET', `${site}/sections`)).items)).not.toContain('Status');
    expect(await status('DELETE', `${site}/external-links/${id}`)).toBe(205);
    expect(await find(site, 'Status')).toBeUndefined();
    expect(await status('POST', `${site}/external-links`, { ...link, url: 'ftp://acme.dev/' })).toBe(400);
    expect(await status('POST', `${await flat()}/external-links`, link)).toBe(400);
  });

  test('drafts are in the structure, and not in the published site', async () => {
    const site = await docs();
    const draft = await find(site, 'Changes');
    await at.ask('PATCH', `${site}/sections/${draft.id}`, { draft: true });
    const [hidden] = (await find(site, 'Payments')).siteSpaces;
    await at.ask('PATCH', `${site}/site-spaces/${hidden.id}`, { hidden: true });
    expect((await find(site, 'Changes')).draft).toBe(true);
    expect((await find(site, 'Payments')).siteSpaces[0].hidden).toBe(true);
    const readers = openReaders();
    const { structure } = await readers.published(site);
    expect(outline(structure.structure)).not.toContain('Changes');
    expect(outline(structure.structure)).toContain('Start');
    await at.ask('PATCH', `${site}/sections/${draft.id}`, { draft: false });
    expect(outline((await readers.published(site)).structure.structure)).toContain('Changes');
  });

  /** Answers of published sites have no customization, so they are not compared with the document. */
  function openReaders() {
    const published = async (site: string): Promise<Json> => {
      const url = `http://platform.test${site.replace('~', `/v1/orgs/${at.platform.organization}`)}/published`;
      const headers = { authorization: `Bearer ${at.platform.token}` };
      return (await at.platform.fetch(new Request(url, { headers }))).json();
    };
    return { published };
  }

  test('a fixture can contain nested groups, links, drafts and hidden site-spaces', async () => {
    const object = (kind: string, id: string, parent: string | null, fields: FixtureObject['fields']) => ({
      kind,
      id,
      parent,
      fields,
    });
    const at = openGitbook({
      seed: {
        seedNumber: 1,
        organizations: [
          {
            id: 'acme',
            objects: [
              object('member', 'members/ana', null, { email: 'ana@acme.dev', role: 'admin' }),
              object('space', 'spaces/home', null, { title: 'Home' }),
              object('site', 'sites/docs', null, { title: 'Docs', defaultLevel: 'read' }),
              object('section-group', 'outer', 'sites/docs', { title: 'Outer', draft: true }),
              object('section-group', 'inner', 'sites/docs', { title: 'Inner', group: 'outer' }),
              object('section', 'start', 'sites/docs', { title: 'Start', group: 'inner', draft: true }),
              object('site-space', 'start/home', 'start', { space: 'spaces/home', hidden: true }),
              object('external-link', 'status', 'sites/docs', {
                title: 'Status',
                url: 'https://acme.dev/',
                group: 'outer',
              }),
            ],
          },
        ],
      },
    });
    const [site] = (await at.ask('GET', '~/sites')).items;
    const { structure } = await at.ask('GET', `~/sites/${site.id}/structure`);
    expect([outline(structure), site.defaultLevel]).toEqual([['Outer', ['Inner', ['Start'], 'Status']], 'read']);
    const [{ draft, children }] = structure;
    expect([draft, children[0].children[0].draft, children[0].children[0].siteSpaces[0].hidden]).toEqual([
      true,
      true,
      true,
    ]);
    at.platform.close();
    expect(at.problems).toEqual([]);
  });

  test('a section or site-space without a space gets a new one', async () => {
    const site = await docs();
    const section = await at.ask('POST', `${site}/sections`, { spaceId: null, title: 'Community', icon: 'users' });
    expect([section.title, section.icon, section.siteSpaces[0].space.title]).toEqual([
      'Community',
      'users',
      'Community',
    ]);
    const siteSpace = await at.ask('POST', `${site}/site-spaces`, { spaceId: null, sectionId: section.id });
    expect(siteSpace.space.title).toBe('Untitled');
  });

  test('the first section of a flat site puts its site-spaces into a section', async () => {
    const site = await flat();
    await at.ask('POST', `${site}/sections`, { spaceId: null, title: 'Second', draft: true });
    expect(await structureOf(site)).toEqual(['Partner Portal', 'Second']);
    expect((await find(site, 'Second')).draft).toBe(true);
  });

  test('a site-space can show another space, which is not there yet', async () => {
    const site = await docs();
    const [first, second] = (await find(site, 'Payments')).siteSpaces;
    const { id } = await at.ask('POST', '~/spaces', { title: 'New' });
    const change = (spaceId: string) => status('PATCH', `${site}/site-spaces/${first.id}`, { spaceId });
    expect(await change(id)).toBe(200);
    expect((await find(site, 'Payments')).siteSpaces[0].space.id).toBe(id);
    expect(await change(second.space.id)).toBe(409);
  });
});
