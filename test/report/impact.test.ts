/** Effects of a plan on people: each URL with its change, limited lists of people, and harmless names. */
import { expect, test } from 'vitest';
import type { Impact } from '../../src/core/impact.ts';
import { blocksMarkdown } from '../../src/report/blocks/markdown.ts';
import { blocksText, textOf } from '../../src/report/blocks/text.ts';
import { effectBox, effectLists, type ImpactForm, otherEffects } from '../../src/report/parts/effect-blocks.ts';
import { meaningOf } from '../../src/report/parts/meaning.ts';
import { commonRoot, urlTables } from '../../src/report/parts/url-tables.ts';
import { planDocument } from '../../src/report/plan/json.ts';
import { meaning, planWith } from './plans.ts';

const impactText = (impact: readonly Impact[]) => blocksText(effectLists(impact)).trimEnd();
const boxMarkdown = (tone: 'high-risk' | 'notable', impact: readonly Impact[], form: ImpactForm) =>
  blocksMarkdown(effectBox(tone, impact, form));
const infoMarkdown = (info: readonly Impact[], form: ImpactForm) => blocksMarkdown(otherEffects(info, form));

const moved = (from: string, to: string | null) =>
  meaning(`sites/docs/sections/${from}/spaces/home`, {
    ...{ topic: 'address', severity: 'notable', subject: `Home, in ${from}`, what: 'moves to another address' },
    ...{
      before: `https://acme.dev/docs/${from}`,
      after: to === null ? null : `https://acme.dev/docs${to}`,
      who: ['anybody'],
    },
  });

test('URLs of one site are rows below their common part, each with both URLs', () => {
  const impact = [moved('a', '/b'), moved('b', ''), moved('c', null)];
  expect(impactText(impact)).toBe(`Readers will notice
  * https://acme.dev/docs: 3 spaces: moves to another address. Audience: anybody
      /a → /b  Home, in a
      /b → /  Home, in b
      /c → (none)  Home, in c`);
  for (const form of ['whole', 'packed'] as const) {
    const { notable, info } = meaningOf(impact);
    const text = boxMarkdown('notable', notable, form) + infoMarkdown(info, form);
    for (const [from, to] of [
      ['a', '/b'],
      ['b', ''],
    ])
      expect(text).toMatch(
        form === 'packed'
          ? `\`/${from} → ${to || '/'}\` Home, in ${from}`
          : `/${from}"\` → \`"https://acme.dev/docs${to}"`,
      );
  }
});

test('URLs have only complete path parts in common', () => {
  const impact = [moved('api', '/apis'), moved('apis', '/api-old')];
  expect(impactText(impact)).toContain('https://acme.dev/docs: 2 spaces');
});

test('text names twelve of many people and counts the others, and JSON names all', () => {
  const who = Array.from({ length: 3000 }, (_, at) => `member-${at}@acme.dev`);
  const impact = [meaning('settings', { on: 'people', topic: 'sso', who, before: false, after: true })];
  for (const text of [impactText(impact), boxMarkdown('high-risk', impact, 'whole')]) {
    expect(text).toContain('2988 more');
    expect(text.length).toBeLessThan(1500);
  }
  const document = planDocument(planWith([], { impact }), { host: 'h', digest: 'd', requests: 0 });
  expect(document.impact[0]?.who.length).toBe(3000);
});

test('hostile names and values affect neither terminal nor page, and mention no account', () => {
  const evil = '\u001b[31m::error::x\n+ sites/fake\u202e @everyone `</details><script>| [x](y) #1';
  const each = meaning('sites/docs', {
    subject: evil,
    what: 'more people can read it',
    before: evil,
    after: null,
    who: [evil],
    details: [evil],
  });
  const text = impactText([each]);
  expect(text).not.toMatch(/[\u001b\u202e]/);
  expect(text.split('\n').filter((line) => /^\s*(\+|::)/.test(line))).toEqual([]);
  for (const form of ['whole', 'packed'] as const) {
    const markdown =
      boxMarkdown('high-risk', [each, { ...each, address: 'sites/help' }], form) +
      infoMarkdown([{ ...each, severity: 'info' }], form);
    const outsideCode = markdown.replaceAll('\\`', '').replace(/(`+)[^`].*?\1/g, '');
    expect(markdown).not.toMatch(/[\u001b\u202e]/);
    expect(outsideCode).not.toMatch(/<\/details><script>|<script>|@everyone|(?<!\\)#1/);
    expect(markdown.split('\n').every((line) => /^(>|<\/?details>| {0,2}- |$)/.test(line))).toBe(true);
  }
});

test('URLs with different protocols, or a path and a URL, have no common root', () => {
  const at = (before: string, after: string) => meaning('sites/docs', { topic: 'address', before, after });
  expect(commonRoot([at('https://a.test/x', 'http://a.test/x')])).toBe('');
  expect(commonRoot([at('/x', 'https://a.test/x')])).toBe('');
  expect(commonRoot([at('https://a.test/x/y', 'https://a.test/x')])).toBe('https://a.test/x');
});

test('a single removed or new URL is printed as a whole or below the URL of its site, never as the home page', () => {
  const root = 'https://acme.dev/docs';
  const gone = meaning('sites/docs/sections/a', { topic: 'address', before: `${root}/payments`, after: null });
  for (const each of [gone, { ...gone, root }]) {
    const [table] = urlTables([each]);
    expect(textOf(table?.rows[0]?.cells[0] ?? [])).toBe(each.root === undefined ? `${root}/payments` : '/payments');
  }
  const group = ['/payments', '/payments/en', '/payments/ja'].map((path, at) =>
    meaning(`sites/docs/sections/a/spaces/${at}`, { topic: 'address', before: `${root}${path}`, after: null, root }),
  );
  expect(urlTables(group)[0]?.rows.map(({ cells }) => textOf(cells[0] ?? []))).toEqual([
    '/payments',
    '/payments/en',
    '/payments/ja',
  ]);
});
