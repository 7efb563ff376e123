/** Hostile titles are harmless in every format of a plan. */
import markdownIt from 'markdown-it';
import { describe, expect, test } from 'vitest';
import type { NavigationEntry, NavigationSide } from '../../src/core/navigation.ts';
import { planHtml } from '../../src/report/html/document.ts';
import { planAnnotations, planCounts, planQuality } from '../../src/report/plan/annotations.ts';
import { planJson } from '../../src/report/plan/json.ts';
import { planText } from '../../src/report/plan/text.ts';
import { redirectsCsv, redirectsFile, redirectsNginx } from '../../src/report/redirects.ts';
import { widthOf } from '../../src/report/wording/sanitize.ts';
import { attributesIn } from '../page/markup.ts';
import { change, meaning, planMarkdown, planWith } from './plans.ts';

const hostile: readonly (readonly [name: string, title: string])[] = [
  ['ANSI codes', '\u001b[31mred\u001b]0;title\u0007'],
  ['a workflow command', '::error::all is well'],
  ['a workflow command on a separate line', 'x\n::set-output name=a::b'],
  ['an older workflow command', '##[error]x'],
  ['a mention', '@everyone and @acme/owners'],
  ['backticks', '``` `x` ````'],
  ['the end of a fold', '</details></summary><details>'],
  ['a script', '<script>alert(1)</script><img src=x onerror=alert(1)>'],
  ['a right-to-left override', '\u202egnp.exe'],
  ['characters without width', 'a\u200bb\u2060c\ufeff'],
  ['128 emoji', '\u{1f600}'.repeat(128)],
  ['a table', 'a | b\\| c |\n|---|'],
  ['a formula', '=HYPERLINK("https://evil.test")'],
  ['a link', '[x](javascript:alert(1)) https://evil.test #12'],
];

/** A plan that contains the title in every possible position. */
function planAbout(title: string) {
  const entry = (address: string, rest: Partial<NavigationEntry>): NavigationEntry => ({
    ...{
      kind: 'section',
      address: `sites/docs/sections/${address}`,
      title,
      path: '/a',
      marks: [],
      fields: [],
      entries: [],
    },
    ...rest,
  });
  const side = (...entries: readonly NavigationEntry[]): NavigationSide => ({
    title,
    published: 'https://acme.dev',
    entries,
  });
  const site = {
    address: 'sites/docs',
    before: side(
      entry('a', { marks: ['renamed', 'moved'], moved: { from: 'sites/docs', to: 'sites/docs' } }),
      entry('b', { marks: ['removed'] }),
    ),
    after: side(
      entry('c', { marks: ['added'], condition: title }),
      entry('a', { title: `${title}!`, marks: ['renamed'] }),
    ),
  };
  const moves = {
    topic: 'address' as const,
    severity: 'notable' as const,
    before: 'https://acme.dev/a',
    after: 'https://acme.dev/b',
  };
  return planWith(
    [
      change('spaces/home', 'update', {
        title,
        fields: [{ field: 'title', before: title, after: `${title} and more` }],
        why: title,
      }),
      change('spaces/a', 'create', { fields: [{ field: 'title', before: undefined, after: title }], notes: [title] }),
      change('spaces/b', 'create', { fields: [{ field: 'title', before: undefined, after: `${title} 2` }] }),
      change('sites/docs', 'delete', {
        title,
        id: 'x',
        lost: [title],
        blocked: { code: 'B-X', reason: title, hint: title },
      }),
      change('teams/x', 'update', {
        fields: [{ field: 'list', before: [title], after: [`${title}${'y'.repeat(80)}`] }],
      }),
    ],
    {
      navigation: [site],
      impact: [
        meaning('sites/docs', { subject: title, before: title, after: null, who: [title], details: [title] }),
        meaning('sites/docs/sections/a', { ...moves, subject: title, who: [title], details: [title] }),
      ],
      unmanaged: [{ list: 'teams', kind: 'team', objects: [{ id: '1', name: title }] }],
    },
  );
}

const unseen = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2060\ufeff]/u;
const markdown = markdownIt({ html: true, linkify: true });

/** Names of the elements, as a browser parses them. */
function elementsOf(html: string): readonly string[] {
  return [...html.replace(/<!--.*?-->/gs, '').matchAll(/<\/?([a-z][a-z0-9]*)/gi)].map(([tag]) => tag.toLowerCase());
}

/** Elements with their attributes, without duplicates. Throws on unknown tags. */
function namesOf(page: string): ReadonlySet<string> {
  const body = page.replace('<style></style>', '').replace(/content="[^"]*"/g, 'content=""');
  return new Set(attributesIn(body).map(({ tag, name, value }) => `${tag} ${name}${name === 'href' ? value : ''}`));
}

describe.each(hostile)('a title with %s', (_, title) => {
  test('text output contains no control characters and no runner commands, and respects the width', () => {
    for (const columns of [undefined, 80, 100, 120]) {
      const text = planText(planAbout(title), columns === undefined ? {} : { columns });
      expect(text).not.toMatch(unseen);
      const lines = text.split('\n');
      expect(lines.filter((line) => /^\s*(::|##\[)/.test(line))).toEqual([]);
      if (columns !== undefined) expect(lines.filter((line) => widthOf(line) > columns)).toEqual([]);
    }
  });

  test('Markdown output contains no foreign elements, links or mentions', () => {
    const text = planMarkdown(planAbout(title));
    expect(text).not.toMatch(unseen);
    const html = markdown.render(text);
    const harmless = markdown.render(planMarkdown(planAbout('Title')));
    const counted = (names: readonly string[], name: string) => names.filter((each) => each === name).length;
    for (const name of ['<details', '</details', '<summary', '</summary', '<script', '<img', '<a', '<table', '<tr'])
      expect([name, counted(elementsOf(html), name)]).toEqual([name, counted(elementsOf(harmless), name)]);
    expect(html.replace(/<code.*?<\/code>/gs, '')).not.toMatch(/@\w/);
  });

  test('a step summary equals a comment', () => {
    expect(planMarkdown(planAbout(title), { budgetBytes: 2 ** 20 })).toBe(planMarkdown(planAbout(title)));
  });

  test('HTML output contains no foreign elements or attributes', () => {
    const [page, harmless] = [title, 'Title'].map((each) =>
      planHtml(planAbout(each), { assets: { style: '', script: '' } }),
    );
    expect(page).not.toMatch(unseen);
    const known = namesOf(harmless ?? '');
    // A title that is truncated in the picture is complete in its tooltip.
    expect(
      [...namesOf(page ?? '')].filter((name) => !known.has(name) && !/^(bdi|em|i) title$|^(ul|span) class$/.test(name)),
    ).toEqual([]);
    expect(page?.match(/<script/g)).toHaveLength(1);
  });

  test('annotations and code quality keep their number of lines, and the counts do not change', () => {
    const plan = planAbout(title);
    const lines = planAnnotations(plan).split('\n');
    expect(lines).toHaveLength(planAnnotations(planAbout('Title')).split('\n').length);
    for (const line of lines.slice(0, -1)) expect(line).toMatch(/^::(error|warning|notice) [^:]*::(?:(?!::|##\[).)*$/);
    const quality = planQuality(plan, 'docform.yaml');
    expect(lines.join('') + quality).not.toMatch(unseen);
    expect(JSON.parse(quality)).toHaveLength(lines.length - 1);
    expect(planCounts(plan)).toBe(planCounts(planAbout('Title')));
  });

  test('redirect maps contain the title as a cell or a comment', () => {
    const ended = {
      from: 'https://acme.dev/a',
      to: null,
      reason: 'ended' as const,
      address: 'sites/docs',
      subject: title,
      except: [],
    };
    expect(redirectsFile([ended]).split('\n')).toEqual([expect.stringMatching(/^# /), '']);
    expect(redirectsNginx([ended]).split('\n')[2]).toMatch(/^ {4}# /);
    expect(redirectsNginx([ended]).split('\n')[3]).toBe('}');
    expect(redirectsCsv([ended]).split('\r\n')).toHaveLength(3);
    expect(redirectsCsv([ended]).split('\r\n')[1]?.split('ended,sites/docs,')[1]).not.toMatch(/^[=+@-]/);
    for (const map of [redirectsFile, redirectsNginx, redirectsCsv])
      expect(map([ended]).replaceAll('\r\n', '\n')).not.toMatch(unseen);
  });

  test('JSON output contains the exact title without invisible characters', () => {
    const text = planJson(planAbout(title), { host: 'h', digest: 'd', requests: 0 });
    expect(text).not.toMatch(unseen);
    expect((JSON.parse(text) as { readonly changes: readonly { readonly title: string }[] }).changes[0]?.title).toBe(
      title,
    );
  });
});
