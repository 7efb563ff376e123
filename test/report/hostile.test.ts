/** Titles of strangers are harmless wherever a plan tells them: in text, in Markdown and in JSON. */
import markdownIt from 'markdown-it';
import { describe, expect, test } from 'vitest';
import type { NavigationEntry, NavigationSide } from '../../src/core/navigation.ts';
import { planJson } from '../../src/report/json.ts';
import { planMarkdown } from '../../src/report/markdown.ts';
import { planText } from '../../src/report/text.ts';
import { widthOf } from '../../src/report/wrap.ts';
import { change, meaning, planWith } from './plans.ts';

const hostile: readonly (readonly [name: string, title: string])[] = [
  ['ANSI', '\u001b[31mred\u001b]0;title\u0007'],
  ['a workflow command', '::error::all is well'],
  ['a workflow command on a line of its own', 'x\n::set-output name=a::b'],
  ['an older workflow command', '##[error]x'],
  ['a mention', '@everyone and @acme/owners'],
  ['backticks', '``` `x` ````'],
  ['the end of a fold', '</details></summary><details>'],
  ['a script', '<script>alert(1)</script><img src=x onerror=alert(1)>'],
  ['a right-to-left override', '\u202egnp.exe'],
  ['what has no width', 'a\u200bb\u2060c\ufeff'],
  ['128 emoji', '\u{1f600}'.repeat(128)],
  ['a table', 'a | b\\| c |\n|---|'],
  ['a link', '[x](javascript:alert(1)) https://evil.test #12'],
];

/** The title everywhere that a plan tells one. */
function planAbout(title: string) {
  const entry = (address: string, rest: Partial<NavigationEntry>): NavigationEntry => ({
    ...{ kind: 'section', address: `sites/docs/sections/${address}`, title, path: '/a', marks: [], fields: [], entries: [] },
    ...rest,
  });
  const side = (...entries: readonly NavigationEntry[]): NavigationSide => ({ title, published: 'https://acme.dev', entries });
  const site = {
    address: 'sites/docs',
    before: side(
      entry('a', { marks: ['renamed', 'moved'], moved: { from: 'sites/docs', to: 'sites/docs' } }),
      entry('b', { marks: ['removed'] }),
    ),
    after: side(entry('c', { marks: ['added'], condition: title }), entry('a', { title: `${title}!`, marks: ['renamed'] })),
  };
  const moves = { topic: 'address' as const, severity: 'notable' as const, before: 'https://acme.dev/a', after: 'https://acme.dev/b' };
  return planWith(
    [
      change('spaces/home', 'update', { title, fields: [{ field: 'title', before: title, after: `${title} and more` }], why: title }),
      change('spaces/a', 'create', { fields: [{ field: 'title', before: undefined, after: title }], notes: [title] }),
      change('spaces/b', 'create', { fields: [{ field: 'title', before: undefined, after: `${title} 2` }] }),
      change('sites/docs', 'delete', { title, id: 'x', lost: [title], blocked: { code: 'B-X', reason: title, hint: title } }),
      change('teams/x', 'update', { fields: [{ field: 'list', before: [title], after: [`${title}${'y'.repeat(80)}`] }] }),
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

/** Elements as a browser would see them, by name. */
function elementsOf(html: string): readonly string[] {
  return [...html.replace(/<!--.*?-->/gs, '').matchAll(/<\/?([a-z][a-z0-9]*)/gi)].map(([tag]) => tag.toLowerCase());
}

describe.each(hostile)('%s', (_, title) => {
  test('in text it steers no terminal and no runner, and no line is wider than the terminal', () => {
    for (const columns of [undefined, 80, 100, 120]) {
      const text = planText(planAbout(title), columns === undefined ? {} : { columns });
      expect(text).not.toMatch(unseen);
      const lines = text.split('\n');
      expect(lines.filter((line) => /^\s*(::|##\[)/.test(line))).toEqual([]);
      if (columns !== undefined) expect(lines.filter((line) => widthOf(line) > columns)).toEqual([]);
    }
  });

  test('in Markdown it opens and ends nothing, runs nothing, links nothing and mentions nobody', () => {
    const text = planMarkdown(planAbout(title));
    expect(text).not.toMatch(unseen);
    const html = markdown.render(text);
    const harmless = markdown.render(planMarkdown(planAbout('Title')));
    const counted = (names: readonly string[], name: string) => names.filter((each) => each === name).length;
    for (const name of ['<details', '</details', '<summary', '</summary', '<script', '<img', '<a', '<table', '<tr'])
      expect([name, counted(elementsOf(html), name)]).toEqual([name, counted(elementsOf(harmless), name)]);
    expect(html.replace(/<code.*?<\/code>/gs, '')).not.toMatch(/@\w/);
  });

  test('in JSON it is what it is, and nothing of it is hidden', () => {
    const text = planJson(planAbout(title), { host: 'h', digest: 'd', requests: 0 });
    expect(text).not.toMatch(unseen);
    expect((JSON.parse(text) as { readonly changes: readonly { readonly title: string }[] }).changes[0]?.title).toBe(title);
  });
});
