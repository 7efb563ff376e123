/** Tests the markup of the page: escaping, trees, secrets, size. */
import { readdirSync } from 'node:fs';
import { parse } from 'acorn';
import { beforeAll, describe, expect, test } from 'vitest';
import { seedNames } from '../../src/server/fixture/read.ts';
import { assetNames, markupAssetNames } from '../../src/server/page/page.ts';
import { worldOf } from '../support/live-world.ts';
import { type Drawn, draw, nowMs } from './drawn.ts';
import { attacks, hostileWorld } from './hostile-world.ts';
import { attributesIn, headingLevels, idsIn } from './markup.ts';

/** URLs of all pages of a state. */
function addresses({ read, organization }: Drawn): readonly string[] {
  const ids = (kind: 'site' | 'team' | 'collection'): readonly string[] =>
    read(({ store }) =>
      kind === 'collection' ? store.inScope(kind, organization) : store.children(kind, organization),
    ).map(({ id }) => id);
  const inner = [
    ...ids('site').map((id) => `sites/${id}`),
    ...ids('team').map((id) => `teams/${id}`),
    ...ids('collection').map((id) => `collections/${id}`),
  ];
  return ['', 'members', 'teams', 'coverage', 'differences', ...inner];
}

const seeds = new Map<string, Drawn>();

beforeAll(() => {
  for (const seed of seedNames) seeds.set(seed, draw(seed));
});

const seeded = (seed: string): Drawn => seeds.get(seed) as Drawn;

describe.each(seedNames)('seed %s', (seed) => {
  test('every page exists, is well-formed, and is small', () => {
    for (const path of addresses(seeded(seed))) {
      const answer = seeded(seed).page(path);
      expect(answer?.status, path).toBe(200);
      expect(answer?.body.length, path).toBeLessThan(300_000);
      expect(() => attributesIn(answer?.body ?? ''), path).not.toThrow();
    }
  });

  test('headings start at level 1 and skip no level', () => {
    for (const path of addresses(seeded(seed))) {
      const levels = headingLevels(
        seeded(seed)
          .markup(path)
          .replace(/<dialog[\s\S]*?<\/dialog>/g, ''),
      );
      expect(levels[0], path).toBe(1);
      expect(
        levels.filter((level) => level === 1),
        path,
      ).toHaveLength(1);
      for (const [at, level] of levels.entries()) expect(level, path).toBeLessThanOrEqual((levels[at - 1] ?? 0) + 1);
    }
  });

  test('ids are unique, and labels refer to existing ids', () => {
    for (const path of addresses(seeded(seed)).slice(0, 20)) {
      const attributes = attributesIn(seeded(seed).markup(path));
      const ids = attributes.filter(({ name }) => name === 'id').map(({ value }) => value);
      expect(new Set(ids).size, path).toBe(ids.length);
      const named = attributes.filter(({ name }) => name === 'aria-labelledby').map(({ value }) => value);
      expect(
        named.filter((id) => !ids.includes(id)),
        path,
      ).toEqual([]);
    }
  });

  test('no page contains the key of a share link or a certificate', () => {
    const { markup, organization, read } = seeded(seed);
    const keys = read(({ store }) =>
      store
        .children('site', organization)
        .flatMap(({ id }) => store.children('share-link', id))
        .map(({ data }) => data.key),
    );
    if (seed === 'medium') expect(keys).toHaveLength(2);
    for (const path of addresses(seeded(seed))) {
      const body = markup(path);
      expect(
        keys.filter((key) => body.includes(key)),
        path,
      ).toEqual([]);
      expect(body).not.toContain('BEGIN CERTIFICATE');
    }
  });
});

test('hostile titles are never markup, and never hide or reverse text', () => {
  const drawn = draw(hostileWorld);
  for (const path of addresses(drawn)) {
    const body = drawn.markup(path);
    const attributes = attributesIn(body);
    expect(
      attributes.filter(({ name }) => /^on|^style$|^srcdoc$|^autofocus$/.test(name)),
      path,
    ).toEqual([]);
    for (const { name, value } of attributes)
      if (['href', 'src', 'action'].includes(name)) expect(value).toMatch(/^(#|\/_platform\/)/);
    expect(body.match(/<(script|img|svg|iframe|style)\b/g), path).toEqual(['<script']);
    expect(body, path).not.toMatch(
      /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\p{Surrogate}/u,
    );
  }
  const overview = drawn.markup();
  expect(overview.split('&lt;script&gt;alert(1)&lt;/script&gt;').length).toBeGreaterThan(20);
  expect(overview).toContain(
    'right ⟨U+202E⟩ to left ⟨U+2066⟩ ⟨U+200B⟩ ⟨U+0000⟩ ⟨U+001B⟩[31m ⟨U+0085⟩ ⟨U+FEFF⟩ ⟨U+2028⟩ ⟨U+D800⟩ end',
  );
});

test('parameters of the URL are never interpreted as markup', () => {
  for (const attack of attacks) {
    const { markup, page } = seeded('small');
    const search = new URLSearchParams({ search: attack, role: attack, page: attack }).toString();
    const bodies = [
      markup('members', search),
      markup('teams', search),
      markup('', search),
      markup('', `organization=${encodeURIComponent(attack.replaceAll('\ud800', ''))}`),
    ];
    for (const body of [...bodies, page(`sites/${attack}`)?.body ?? '']) {
      expect(attributesIn(body).filter(({ name }) => /^on|^autofocus$/.test(name))).toEqual([]);
    }
  }
});

test('the dialog for a reset offers every seed', () => {
  const { body = '' } = seeded('small').page() ?? {};
  const [, options = ''] = /<select name="seed">(.*)<\/select>/.exec(body) ?? [];
  const names = [...options.matchAll(/<option>(\w+)<\/option>/g)].map(([, name]) => name);
  expect(names).toEqual(seedNames);
});

test('pages can only load files of the platform', () => {
  const answer = seeded('small').page();
  expect(answer?.headers['content-security-policy']).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
  expect(answer?.headers['x-content-type-options']).toBe('nosniff');
});

test('styles, scripts and icon are served, and the script is not minified', () => {
  const [style, script, icon] = ['layout.css', 'page.js', 'icon.svg'].map((path) => seeded('empty').page(path));
  expect([style?.contentType, script?.contentType, icon?.contentType]).toEqual([
    'text/css; charset=utf-8',
    'text/javascript; charset=utf-8',
    'image/svg+xml',
  ]);
  expect(new Set(assetNames)).toEqual(new Set(readdirSync(new URL('../../src/server/page/assets', import.meta.url))));
  expect(new Set(markupAssetNames)).toEqual(new Set(readdirSync(new URL('../../src/markup/assets', import.meta.url))));
  for (const name of assetNames.filter((each) => each.endsWith('.js'))) {
    const { body = '(' } = seeded('empty').page(name) ?? {};
    const { body: statements } = parse(body, { ecmaVersion: 'latest', sourceType: 'module' });
    const imported = statements.flatMap((each) =>
      each.type === 'ImportDeclaration' ? [String(each.source.value).replace('./', '')] : [],
    );
    expect(imported.filter((each) => !assetNames.includes(each))).toEqual([]);
    expect(body).not.toMatch(/innerHTML\s*=|outerHTML|insertAdjacentHTML|document\.write|\beval\b/);
  }
});

test('unknown URLs and objects have no page', () => {
  const { page } = seeded('medium');
  for (const path of ['nothing', 'sites', 'sites/a/b', 'members/x', 'page.txt', 'constructor', '__proto__'])
    expect(page(path)).toBeUndefined();
  for (const path of ['sites/x', 'teams/x', 'collections/x', 'sites/%zz']) expect(page(path)?.status).toBe(404);
  expect(page('', 'organization=x')?.status).toBe(404);
});

test('each organization has a page with a link to the other one', () => {
  const { markup, read, organization } = seeded('medium');
  const other = read(({ store }) => store.children('organization', '')).find(({ id }) => id !== organization)?.id;
  expect(markup()).toMatch(/<h1><bdi>Acme<\/bdi>[\s\S]*/);
  expect(markup()).toContain(`href="/_platform/?organization=${other}"`);
  expect(markup('', `organization=${other}`)).toContain('<h1><bdi>Globex</bdi>');
  expect(markup('', `organization=${other}`)).not.toContain('Acme Docs');
});

test('long lists are paged, and members can be filtered by text and role', () => {
  const { markup } = seeded('large');
  const rows = (body: string): number => body.split('<th scope="row">').length - 1;
  expect(rows(markup('members'))).toBe(100);
  expect(markup('members')).toContain('Page 1 of 50');
  expect(markup('members', 'page=50')).toContain('member-4999@acme.dev');
  expect(markup('members', 'page=999')).toContain('Page 50 of 50');
  expect(rows(markup('members', 'search=MEMBER-0042'))).toBe(1);
  expect(rows(markup('members', 'role=admin'))).toBe(3);
  expect(markup('teams', 'page=3')).toContain('Maps team 249');
});

test('two long lists on one page are paged separately', () => {
  const numbers = Array.from({ length: 250 }, (_, at) => String(at));
  const named = (word: string) => Object.fromEntries(numbers.map((key) => [`n${key}`, { title: `${word} ${key}.` }]));
  const { markup, organization } = draw(worldOf({ spaces: named('Space'), sites: named('Site') }));
  const shown = (search: string): readonly boolean[] => {
    const body = markup('', search);
    return ['Site 0.', 'Site 100.', 'Space 0.', 'Space 249.'].map((title) => body.includes(`<bdi>${title}</bdi>`));
  };
  expect(shown('')).toEqual([true, false, true, false]);
  expect(shown('page=2')).toEqual([false, true, true, false]);
  expect(shown('content=3')).toEqual([true, false, false, true]);
  expect(markup()).toContain(`rel="next" href="/_platform/?organization=${organization}&amp;content=2#content"`);
  expect(markup().length).toBeLessThan(300_000);
});

test('parts that are loaded on demand are links without scripts', () => {
  const { markup } = seeded('large');
  const body = markup();
  const sources = [...body.matchAll(/data-source="([^"]+)"><p><a href="([^"]+)"/g)];
  expect(sources.length).toBeGreaterThan(50);
  expect(body.split('data-source=').length - 1).toBe(sources.length);
  for (const [, source, link] of sources) {
    expect(link).toBe(source);
    expect(markup(source?.replace('/_platform/', ''))).toContain('data-fragment=');
  }
});

test('the trash shows the time until the permanent delete, and nothing after that time', () => {
  const drawn = draw('medium');
  const trash = (ageMs: number): string => {
    drawn.read(({ store }) => {
      const [space] = [
        ...store.inScope('space', drawn.organization),
        ...store.inScope('trashed-space', drawn.organization),
      ].slice(-1);
      const deletedAt = new Date(nowMs - ageMs).toISOString();
      if (space) store.replace(space, { ...space, kind: 'trashed-space', data: { ...space.data, deletedAt } });
    });
    return drawn.markup();
  };
  expect(trash(26 * 60 * 60 * 1000)).toMatch(/Trash[\s\S]*5 d 22 h/);
  expect(trash(8 * 24 * 60 * 60 * 1000)).not.toContain('Time left');
});

test('a specification is shown as complete, or with its error', () => {
  const { markup } = draw(
    worldOf({ openapi: { good: { url: 'https://acme.dev/openapi.json' }, bad: { text: 'no specification' } } }),
  );
  expect(markup()).toMatch(/good<[\s\S]*?>complete<[\s\S]*?bad<[\s\S]*?>PARSE_ERROR</);
});

test('the coverage table and all choices are shown', async () => {
  const [{ coverage }, { choices }] = await Promise.all([
    import('../../src/server/facts.ts'),
    import('../../src/server/facts.ts'),
  ]);
  const table = seeded('empty').markup('coverage');
  expect(coverage.length).toBeGreaterThan(100);
  expect(coverage.filter(({ operation }) => !table.includes(`<th scope="row">${operation}<br>`))).toEqual([]);
  expect(seeded('empty').markup('differences').split('class="choice"').length - 1).toBe(choices.length);
  expect(idsIn(table)).toEqual([]);
});
