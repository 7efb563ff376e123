/** A plan as an HTML page: harmless with any texts, complete for high-risk changes and deletes, and with distinguishable values. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { htmlAssets } from '../../src/cli/planning/html-report.ts';
import type { NavigationEntry } from '../../src/core/navigation.ts';
import type { Change, ReviewedPlan } from '../../src/plan/result/change.ts';
import { type HtmlOptions, planHtml } from '../../src/report/html/document.ts';
import { attacks } from '../page/hostile-world.ts';
import { attributesIn, headingLevels } from '../page/markup.ts';
import { emoji, hostile, hostilePlan } from './hostile-plan.ts';
import { change, everything, meaning, planWith } from './plans.ts';

const assets = htmlAssets();

function page(plan: ReviewedPlan, options: Partial<HtmlOptions> = {}): string {
  return planHtml(plan, { assets, ...options });
}

/** The page without its own style and script. */
function body(text: string): string {
  return text.replace(/<style>[\s\S]*?<\/style>/, '').replace(/<script>[\s\S]*?<\/script>/, '');
}

/** The text that a browser displays for the markup. */
function seen(markup: string): string {
  const signs: { readonly [name: string]: string } = {
    '&amp;': '&',
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&#39;': "'",
    '&#96;': '`',
  };
  return markup.replace(/<[^>]*>/g, '').replace(/&(?:amp|lt|gt|quot|#39|#96);/g, (name) => signs[name] ?? name);
}

test('names are always text and create no tag, attribute, URL or invisible character', () => {
  const text = page(hostilePlan, { origin: { environment: hostile, host: hostile }, digest: hostile });
  const attributes = attributesIn(body(text));
  expect(attributes.filter(({ name }) => /^on|^style$|^src$|^action$/.test(name))).toEqual([]);
  expect(attributes.filter(({ name, value }) => name === 'href' && !/^#[a-z-]+$/.test(value))).toEqual([]);
  expect(text.match(/<script/g)).toHaveLength(1);
  expect(text.match(/<\/style>/g)).toHaveLength(1);
  expect(body(text)).not.toMatch(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\p{Surrogate}/u,
  );
  expect(body(text)).not.toMatch(/^\s*(?:::|##\[)/m);
  for (const attack of attacks.slice(0, 4)) expect(seen(body(text))).toContain(attack);
  expect(text).toContain(emoji);
});

test('a color has a square in that color, and a text that only contains one has not', () => {
  const fields = [
    { field: 'primaryColor', before: '#346ddb', after: { light: '#E11D48', dark: '#fff' } },
    { field: 'copyright', before: 'Our #346ddb', after: '#12345' },
  ];
  const text = page(planWith([change('sites/docs/customization', 'update', { fields })]));
  expect([...text.matchAll(/ fill="([^"]*)"/g)].map(([, color]) => color)).toEqual(['#346ddb', '#E11D48', '#fff']);
});

test('the content security policy allows only the style and script of the page, by hash', () => {
  const text = page(everything);
  const policy = seen(/http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(text)?.[1] ?? '');
  const hash = (tag: string): string => {
    const content = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(text)?.[1] ?? '';
    return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
  };
  expect(policy).toBe(
    `default-src 'none'; style-src ${hash('style')}; script-src ${hash('script')}; base-uri 'none'; form-action 'none'`,
  );
  expect(text.indexOf('Content-Security-Policy')).toBeLessThan(text.indexOf('<style>'));
});

test('the page lists the parts of a plan in order, with headings and links, and is the same each time', () => {
  const text = page(everything, {
    requests: 7,
    digest: 'sha256:abc',
    origin: { commit: 'a'.repeat(40), run: 'https://forge.test/run/1', host: 'api.test' },
  });
  expect(
    page(everything, {
      requests: 7,
      digest: 'sha256:abc',
      origin: { commit: 'a'.repeat(40), run: 'https://forge.test/run/1', host: 'api.test' },
    }),
  ).toBe(text);
  const ids = [...text.matchAll(/<section id="([\w-]+)"/g)].map(([, id]) => id);
  expect(ids).toEqual(['high-risk', 'readers', 'people', 'guards', 'lost', 'changes', 'rest']);
  for (const id of ids) expect(text).toContain(`<a href="#${id}">`);
  expect(headingLevels(text)[0]).toBe(1);
  expect(headingLevels(text).every((level, at, all) => at === 0 || level <= (all[at - 1] ?? 0) + 1)).toBe(true);
  for (const told of [
    '7 API requests',
    'sha256:abc',
    'a'.repeat(40),
    'https://forge.test/run/1',
    'api.test',
    'Nothing will be applied: 1 problem blocks the whole plan, and 1 change is also blocked.',
    '1 high-risk change',
  ])
    expect(seen(body(text)), told).toContain(told.replace('https://', ''));
  for (const told of [
    'B-MAX-DELETES',
    '--allow-deletes 12',
    '--allow sites/old',
    'its values in every space',
    'members/eve@acme.dev',
    'the interleaving is unknown',
    '403',
    '4 ("Team 1", "Team 2", "Team 3", "Team 4")',
  ])
    expect(seen(body(text)), told).toContain(told);
});

test('the navigation is drawn before and after, with a line from each old place to the new one', () => {
  const section = (address: string, rest: Partial<NavigationEntry> = {}): NavigationEntry => ({
    kind: 'section',
    address,
    title: address,
    marks: [],
    fields: [],
    entries: [],
    ...rest,
  });
  const moved = { marks: ['moved' as const], moved: { from: 'sites/s', to: 'g' } };
  const group = section('g', { kind: 'section-group', marks: ['added'], entries: [section('b', moved)] });
  const plan = planWith([change('sites/s/sections/b', 'move')], {
    navigation: [
      {
        address: 'sites/s',
        before: { title: 'S', entries: [section('a'), section('b', moved), section('c', { marks: ['removed'] })] },
        after: { title: 'S', entries: [section('a'), group] },
      },
    ],
  });
  const text = page(plan);
  expect([...text.matchAll(/<path class="(\w+)"/g)].map(([, kind]) => kind)).toEqual([
    'same',
    'removed',
    'added',
    'moved',
  ]);
  expect(seen(text)).toMatch(/b to g/);
  expect(seen(text)).toMatch(/b from the top/);
  expect(seen(text)).toMatch(/c removed/);
});

/** Action and address of every change that the page lists. */
function listed(text: string): readonly string[] {
  const places = [
    ...text.matchAll(
      /<div class="place [^"]*"><h3><code>(.*?)<\/code>[\s\S]*?<ul class="changes">([\s\S]*?)<\/ul><\/div>\n+(?=<div class="place|<p class="none")/g,
    ),
  ];
  return places.flatMap(([, place = '', changes = '']) =>
    changes
      .split(/(?=<li class="(?:create|update|move|replace|delete|adopt|rename|release|record)"><b>)/)
      .flatMap((item) => {
        const action = /^<li class="(\w+)"/.exec(item)?.[1];
        const group = /<div>\d+ of <code>(.*?)<\/code>/.exec(item)?.[1];
        if (group === undefined)
          return [`${action} ${place}/${/<div><code>(.*?)<\/code>/.exec(item)?.[1] ?? ''}`.replace(/\/$/, '')];
        const list = group === place || group.startsWith(`${place}/`) ? group : `${place}/${group}`;
        const lines = /<pre class="keys">([\s\S]*?)<\/pre>/.exec(item)?.[1];
        const keys =
          lines === undefined
            ? [...item.matchAll(/<li><code>(.*?)<\/code>/g)].map(([, key]) => key)
            : lines
                .trim()
                .split('\n')
                .map((line) => line.split('  ')[0]);
        return keys.map((key) => `${action} ${list}/${key}`);
      }),
  );
}

const changes = fc
  .array(
    fc.record({
      list: fc.constantFrom('teams', 'spaces', 'sites/docs/sections', 'sites/old/sections/a/spaces'),
      action: fc.constantFrom<Change['action']>(
        'create',
        'update',
        'move',
        'replace',
        'delete',
        'delete',
        'delete',
        'adopt',
      ),
      title: fc.constantFrom('A', 'B', 'Title of it'),
      isLost: fc.boolean(),
      isBlocked: fc.boolean(),
    }),
    { minLength: 1, maxLength: 260 },
  )
  .map((all) =>
    all.map(({ list, action, title, isLost, isBlocked }, at) =>
      change(`${list}/key-${at}`, action, {
        fields:
          action === 'move'
            ? []
            : [
                {
                  field: 'title',
                  before: action === 'create' ? undefined : title,
                  after: action === 'delete' ? undefined : `${title}!`,
                },
              ],
        lost: isLost ? ['its address'] : [],
        ...(isBlocked ? { blocked: { code: 'B-PROTECTED', reason: `${list}/key-${at} is protected` } } : {}),
      }),
    ),
  );

test('every change is listed once, including every delete', () => {
  fc.assert(
    fc.property(changes, (all) => {
      const told = [...listed(page(planWith(all)))].sort();
      expect(told).toEqual(all.map(({ action, address }) => `${action} ${address}`).sort());
    }),
    { numRuns: 40 },
  );
});

test('common fields of many changes are printed once, above a line for each change', () => {
  const pairs = [
    ['read', 'edit'],
    ['edit', 'read'],
    [null, 'read'],
  ] as const;
  const members = Array.from({ length: 900 }, (_, at) => {
    const [before, after] = pairs[(at * 7) % 3] ?? pairs[0];
    const span = { file: 'docform.yaml', line: at + 10, column: 1 };
    return change(`members/m-${at}@acme.dev`, 'update', { fields: [{ field: 'role', before, after, span }], span });
  });
  const text = page(planWith(members));
  const told = [...text.matchAll(/<dt>role<dd>(.*?)<\/dl><pre class="keys">(.*?)<\/pre>/gs)].flatMap(
    ([, values = '', lines = '']) =>
      lines
        .trim()
        .split('\n')
        .map((line) => `${line} ${seen(values)}`),
  );
  const wanted = members.map(
    ({ address, fields: [role], span }) =>
      `${address.slice(8)}  :${span?.line} ${role?.before === null ? '(none)' : JSON.stringify(role?.before)} → ${JSON.stringify(role?.after)}`,
  );
  expect([...told].sort()).toEqual([...wanted].sort());
  // Only large pages defer the layout of their parts. Browsers lay out a small page at once.
  expect([text, page(everything)].map((each) => each.includes('class="large"'))).toEqual([true, false]);
  const renamed = [1, 2, 3].map((at) =>
    change(`teams/t-${at}`, 'update', {
      title: `T ${at}`,
      fields: [{ field: 'title', before: `T ${at}`, after: `T ${at} (new)` }],
    }),
  );
  expect(seen(page(planWith(renamed)))).toMatch(
    /3 of teamstitle… \+ " \(new\)"t-1 {2}"T 1"\s+t-2 {2}"T 2"\s+t-3 {2}"T 3"/,
  );
});

const highRisk = fc.array(
  fc.record({
    kind: fc.constantFrom('opened' as const, 'leaves' as const, 'address' as const),
    before: fc.constantFrom<string | null>('visitor-auth', 'x y == true', null),
    details: fc.constantFrom<readonly string[]>([], ['it shows Home'], ['it shows Home', 'agents too']),
  }),
  { minLength: 1, maxLength: 150 },
);

test('each high-risk effect is listed first, with both values and all details', () => {
  fc.assert(
    fc.property(highRisk, (all) => {
      const impact = all.map(({ kind, before, details }, at) =>
        meaning(`sites/site-${at}`, {
          subject: `Subject ${at}.`,
          topic: kind,
          before,
          after: `after ${at % 3}`,
          details,
        }),
      );
      const text = page(planWith([change('sites/a', 'update')], { impact }));
      const part = /<section id="high-risk"[\s\S]*?<\/section>/.exec(text)?.[0] ?? '';
      expect(text.indexOf('<section')).toBe(text.indexOf('<section id="high-risk"'));
      const cards = part.split('<li class="card').map(seen);
      for (const { subject, before, after, details } of impact) {
        const card = cards.find((each) => each.includes(subject)) ?? '';
        for (const told of [before === null ? '(none)' : String(before), String(after), ...details])
          expect(card).toContain(told);
      }
    }),
    { numRuns: 30 },
  );
});

/** Both texts of a field, reconstructed from the marked differences. */
function pairIn(text: string): readonly [string, string] {
  const markup = /<dd>([\s\S]*?)<dt>/.exec(text)?.[1] ?? '';
  const inline = /^<span class="value">([\s\S]*)<\/span>$/.exec(markup)?.[1];
  // For a map or list, the parts contain only the differences.
  if (markup.startsWith('<ul class="parts">'))
    return [
      seen(markup.replace(/<ins>[\s\S]*?<\/ins>|(?<=→ )[^<]*/g, '+')),
      seen(markup.replace(/<del>[\s\S]*?<\/del>|(?<=>)[^<]*(?= →)/g, '-')),
    ];
  if (inline !== undefined)
    return [seen(inline.replace(/<ins>[\s\S]*?<\/ins>/g, '')), seen(inline.replace(/<del>[\s\S]*?<\/del>/g, ''))];
  return [
    seen(/<del>([\s\S]*?)<\/del>/.exec(markup)?.[1] ?? ''),
    seen(/<ins>([\s\S]*?)<\/ins>/.exec(markup)?.[1] ?? ''),
  ];
}

test('two different values never look the same', () => {
  const words = fc
    .array(
      fc.constantFrom(
        'a',
        'b',
        'true',
        'null',
        ' ',
        '\u200b',
        '\u202e',
        '  ',
        '||',
        '`',
        '"',
        'long '.repeat(120),
        'word',
      ),
      {
        maxLength: 12,
      },
    )
    .map((all) => all.join(''));
  const value = fc.oneof(words, words, fc.jsonValue({ maxDepth: 2 }));
  fc.assert(
    fc.property(value, value, (before, after) => {
      fc.pre(JSON.stringify(before) !== JSON.stringify(after));
      const field = { field: 'f', before: before as string, after: after as string };
      const [was, is] = pairIn(
        page(planWith([change('teams/a', 'update', { fields: [field, { field: 'g', before: 'x', after: 'y' }] })])),
      );
      expect(was).not.toBe(is);
      expect([was, is]).not.toContain('');
    }),
    { numRuns: 300 },
  );
});
