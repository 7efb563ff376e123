/** Tests bodies of comments: Markdown and document trees can be converted to each other. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openBodies, writeLongBodies } from './comment-bodies.ts';
import type { Json } from './open.ts';

const { documentOf, markdownOf } = openBodies();

/** `type(children)` of blocks and inlines, and text with its marks. */
function outline(node: Json): string {
  if (node.object === 'text')
    return node.leaves
      .map(({ text, marks }: Json) => [text, ...marks.map(({ type }: Json) => type)].join('/'))
      .join('|');
  const inside = (node.nodes ?? []).map(outline).join(' ');
  return node.type === undefined ? inside : `${node.type}(${inside})`;
}

test.each([
  ['# One\n\n###### Six', 'heading-1(One) heading-6(Six)'],
  ['One\nline\n\nTwo', 'paragraph(One\nline) paragraph(Two)'],
  [
    '- one\n- two\n  - three\n- four',
    'list-unordered(list-item(paragraph(one)) list-item(paragraph(two) list-unordered(list-item(paragraph(three)))) list-item(paragraph(four)))',
  ],
  ['3. three\n4. four', 'list-ordered(list-item(paragraph(three)) list-item(paragraph(four)))'],
  ['- one\n\n  still one', 'list-unordered(list-item(paragraph(one) paragraph(still one)))'],
  ['> quoted\n>\n> > twice', 'blockquote(paragraph(quoted) blockquote(paragraph(twice)))'],
  ['```ts\nconst a = `b`;\n\n# no heading\n```', 'code(code-line(const a = `b`;) code-line() code-line(# no heading))'],
  ['---', 'divider()'],
  [
    'a **bold** *italic* ***both*** ~~gone~~ `code *x*`',
    'paragraph(a |bold/bold| |italic/italic| |both/bold/italic| |gone/strikethrough| |code *x*/code)',
  ],
  ['See [the **terms**](https://acme.dev/a_b) now', 'paragraph(See  link(the |terms/bold)  now)'],
  ['![Flow](<https://acme.dev/a b.png>)', 'paragraph(inline-image())'],
  ['snake_case_word and 2 * 3 * 4', 'paragraph(snake_case_word and 2 * 3 * 4)'],
  ['\\*not italic\\* and \\[no link](x)', 'paragraph(*not italic* and [no link](x))'],
])('%j is read as a tree and written with the same meaning', async (markdown, expected) => {
  const document = await documentOf(markdown);
  expect(outline(document)).toBe(expected);
  const again = await markdownOf(document);
  expect(await documentOf(again)).toEqual(document);
  if (!/\\|2 \*/.test(markdown)) expect(again).toBe(markdown);
});

test.each([
  ['> quoted\ngoes on', 'blockquote(paragraph(quoted\ngoes on))'],
  ['- one\ngoes on', 'list-unordered(list-item(paragraph(one\ngoes on)))'],
  ['- one\n* two', 'list-unordered(list-item(paragraph(one))) list-unordered(list-item(paragraph(two)))'],
  ['***a** b*', 'paragraph(a/bold/italic| b/italic)'],
  ['<b>no *markup*</b> &amp; text', 'paragraph(<b>no |markup/italic|</b> &amp; text)'],
])('%j is read as standard Markdown', async (markdown, expected) => {
  expect(outline(await documentOf(markdown))).toBe(expected);
});

test('text with too deep nesting is kept as text', async () => {
  const deep = `${'> '.repeat(400)}words`;
  expect(outline(await documentOf(deep))).toBe(`paragraph(${deep})`);
});

test('URLs, languages of code and the first number of a list are kept', async () => {
  const { nodes } = await documentOf('[x](https://acme.dev/a) ![y](z.png)\n\n```ts\n1\n```\n\n7. seven');
  expect(nodes[0].nodes.filter(({ object }: Json) => object === 'inline').map(({ data }: Json) => data)).toEqual([
    { ref: { kind: 'url', url: 'https://acme.dev/a' } },
    { ref: { kind: 'url', url: 'z.png' }, alt: 'y' },
  ]);
  expect(nodes.slice(1).map(({ data }: Json) => data)).toEqual([{ syntax: 'ts' }, { start: 7 }]);
});

test('text that looks like markup remains text', async () => {
  for (const text of [
    '# no heading',
    '- no item',
    '1. no item',
    '> no quote',
    '*a*',
    '[a](b)',
    '`a`',
    '~~a~~',
    '--- a',
    '+ a',
    'a\\b',
  ]) {
    const leaf = { object: 'leaf', text, marks: [] };
    const document = {
      object: 'document',
      data: {},
      nodes: [{ object: 'block', type: 'paragraph', data: {}, nodes: [{ object: 'text', leaves: [leaf] }] }],
    };
    expect(await documentOf(await markdownOf(document)), text).toEqual(document);
  }
});

test('the text of unknown nodes is kept', async () => {
  const text = (words: string) => ({
    object: 'text',
    leaves: [{ object: 'leaf', text: words, marks: [{ type: 'colour' }] }],
  });
  const nodes = [
    { type: 'hint', nodes: [{ object: 'block', type: 'paragraph', nodes: [text('One')] }] },
    { type: 'poem', nodes: [text('Two')] },
    null,
    7,
    { nodes: 3 },
  ];
  expect(await markdownOf({ object: 'document', nodes })).toBe('One\n\nTwo');
});

test('any written document can be read and written again', async () => {
  const piece = fc.constantFrom(
    'a',
    'b c',
    '*',
    '**',
    '_',
    '~~',
    '`',
    '```',
    '[x](y)',
    '![i](u)',
    '\\',
    '\n',
    '\n\n',
    '# ',
    '- ',
    '1. ',
    '> ',
    '  ',
    '    ',
    '---',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
      const document = await documentOf(pieces.join(''));
      const words = (node: Json): string =>
        [...JSON.stringify(node).matchAll(/"text":"([^"]*)"/g)].join('').replace(/[^abcxi]/g, '');
      expect(words(await documentOf(await markdownOf(document)))).toBe(words(document));
    }),
    { numRuns: 40, seed: 1 },
  );
});

test('long and adversarial text is read and written', async () => {
  await writeLongBodies({ documentOf, markdownOf }, 20_000);
});
