/** Each source file holds one idea: its larger definitions name each other, directly or through others. */
import { expect, test } from 'vitest';
import { readSources, type SourceFile } from './support/sources.ts';

const definition =
  /^(?:export )?(?:declare )?(?:abstract )?(?:async )?(?:const|function\*?|class|interface|type|let|enum)\s+(\w+)/gm;

/** Smaller groups, such as a constant for other files, are no idea of their own. */
const leastLines = 15;

/** The first name of each group of definitions that no other group of the file names. */
function ideasIn({ text }: Pick<SourceFile, 'text'>): readonly string[] {
  const code = text.replace(/^[ \t]*\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ [^\n]*/gm, (comment) =>
    comment.replace(/[^\n]/g, ' '),
  );
  const found = [...code.matchAll(definition)];
  const bodies = found.map(({ 1: name = '', index }, at) => ({
    name,
    body: code.slice(index, found[at + 1]?.index ?? code.length),
  }));
  const groupOf = new Map(bodies.map(({ name }) => [name, name]));
  const rootOf = (name: string): string => {
    const next = groupOf.get(name) ?? name;
    return next === name ? name : rootOf(next);
  };
  for (const { name, body } of bodies)
    for (const [word] of body.matchAll(/\b[A-Za-z_]\w*\b/g))
      if (groupOf.has(word) && rootOf(word) !== rootOf(name)) groupOf.set(rootOf(word), rootOf(name));
  const lines = new Map<string, number>();
  for (const { name, body } of bodies) {
    const own = body.trimEnd().split('\n').length;
    lines.set(rootOf(name), (lines.get(rootOf(name)) ?? 0) + own);
  }
  return [...lines].flatMap(([name, number]) => (number < leastLines ? [] : [name]));
}

const long = (name: string, body: string) => `function ${name}() {\n${'  call();\n'.repeat(15)}  ${body}\n}\n`;

test('definitions that do not name each other are two ideas', () => {
  expect(ideasIn({ text: long('one', '') + long('two', '') })).toHaveLength(2);
  expect(ideasIn({ text: `${long('one', 'two();')}/** \`one\` */\n${long('two', '')}` })).toHaveLength(1);
  expect(ideasIn({ text: `${long('one', '')}// one\n${long('two', '')}` })).toHaveLength(2);
});

test('each file of src holds one idea', () => {
  const several = readSources('src').flatMap((source) => {
    const ideas = ideasIn(source);
    return ideas.length > 1 ? [`${source.path}: ${ideas.join(', ')}`] : [];
  });
  expect(several).toEqual([]);
});
