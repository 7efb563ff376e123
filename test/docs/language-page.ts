/** The reference of the language: every key, from the grammar, the kinds' shapes and the published schema. */
import { stringify } from 'yaml';
import { grammarOf, type Part, topParts } from '../../src/config/grammar.ts';
import { configurationSchema } from '../../src/config/schema.ts';
import type { Value } from '../../src/core/value.ts';
import { shapes } from '../../src/kinds/index.ts';
import type { KindShape } from '../../src/kinds/shape.ts';
import {
  clearWords,
  code,
  defaultWords,
  effectWords,
  headingOf,
  kindWords,
  type Schema,
  schemaType,
  sentence,
  typeWords,
} from '../../src/language/words.ts';
import { page, type Row, table } from './words.ts';

const schema = configurationSchema(shapes) as unknown as Schema & { readonly definitions: { readonly [kind: string]: Schema } };
const grammar = grammarOf(shapes);
const heads: Row = ['Key', 'Type', 'A new one has', 'Can be cleared', 'What it does', 'Example'];

function inline(key: string, value: Value): string {
  const text = stringify({ [key]: value }, { collectionStyle: 'flow', lineWidth: 0 }).trim();
  return code(text.replace(/^\{ (.*) \}$/s, '$1'));
}

function exampleCell(key: string, { examples = [] }: Schema): string {
  return examples[0] === undefined ? '' : inline(key, examples[0]);
}

function linkTo(shape: KindShape): string {
  return `[${shape.title}](#${headingOf(shape).toLowerCase().replaceAll(' ', '-')})`;
}

function linksTo(kinds: readonly string[]): string {
  return kinds
    .flatMap((kind) => shapes.get(kind) ?? [])
    .map(linkTo)
    .join(' or ');
}

function partRow(key: string, part: Part, known: Schema, isRequired: boolean): Row {
  const name = `${code(key)}${isRequired ? ' (required)' : ''}`;
  const words = sentence(known.description ?? '');
  const example = exampleCell(key, known);
  switch (part.is) {
    case 'field': {
      const { field } = part;
      return [name, typeWords(field.type, shapes), defaultWords(field), clearWords(field), effectWords(field, shapes), example];
    }
    case 'file':
      return [name, 'path', '', 'no', `In place of ${code(part.name)}: its text is that of the file. ${words}`, example];
    case 'map':
      return [name, `map from keys to ${linkTo(part.shape)}`, '', 'no', words, example];
    case 'single':
      return [
        name,
        linkTo(part.shape),
        '',
        'no',
        sentence(part.shape.description),
        exampleCell(key, schema.definitions[part.shape.name] ?? {}),
      ];
    case 'sequence':
      return [name, `list of ${linksTo(part.of)}`, '', 'no', words, example];
    default:
      return [
        name,
        part.is === 'prune' ? '`owned`, `all`, `never`, or a map from lists to these' : schemaType(known),
        '',
        'no',
        words,
        example,
      ];
  }
}

/** Keys that are no resources, and those below them, as `policy.prune`. */
function fixedRows(key: string, part: Schema, prefix = '', required: readonly string[] = []): readonly Row[] {
  const isOpen = part.items?.properties !== undefined;
  const inner = part.properties ?? part.items?.properties;
  const name = `${prefix}${key}`;
  const given = part.default === undefined ? '' : inline('', part.default).replace('"": ', '');
  const type =
    inner === undefined
      ? key === 'prune'
        ? '`owned`, `all`, `never`, or a map from lists to these'
        : schemaType(part)
      : isOpen
        ? 'list of maps'
        : 'map';
  const isRequired = required.includes(key) ? ' (required)' : '';
  const own: Row = [`${code(name)}${isRequired}`, type, given, sentence(part.description ?? ''), exampleCell(key, part)];
  const below = Object.entries(inner ?? {}).flatMap(([each, schemaOf]) =>
    fixedRows(each, schemaOf, `${name}${isOpen ? '[]' : ''}.`, part.required ?? part.items?.required),
  );
  return [own, ...below];
}

function kindSection(shape: KindShape): string {
  const block = grammar(shape.name, shape.name === 'site-space');
  const definition = schema.definitions[shape.name === 'site-space' ? 'flat-site-space' : shape.name] ?? {};
  const properties = (definition.anyOf?.find((each) => each.properties !== undefined) ?? definition).properties ?? {};
  const word = Object.keys(properties).find((key) => !block.parts.has(key));
  const keyRow: readonly Row[] =
    word === undefined
      ? []
      : [
          [
            `${code(word)} (required)`,
            'key',
            '',
            'no',
            sentence(properties[word]?.description ?? ''),
            exampleCell(word, properties[word] ?? {}),
          ],
        ];
  const whole = block.whole === undefined ? undefined : shape.fields[block.whole];
  const rows =
    whole === undefined
      ? [...block.parts].map(([key, part]) => partRow(key, part, properties[key] ?? {}, block.required.includes(key)))
      : [['the block itself', typeWords(whole.type, shapes), '', 'no', effectWords(whole, shapes), exampleCell('fields', definition)]];
  const either = block.oneOf.length === 0 ? '' : `Exactly one of ${block.oneOf.map(code).join(', ')} is stated.\n\n`;
  const most = block.atMostOneOf.length === 0 ? '' : `At most one of ${block.atMostOneOf.map(code).join(', ')} is stated.\n\n`;
  return `## ${headingOf(shape)}\n\n${sentence(shape.description)} Address: ${code(addressOf(shape))}.\n\n${kindWords(shape, shapes)}\n${either}${most}${table(heads, [...keyRow, ...rows])}`;
}

function addressOf(shape: KindShape): string {
  const parent = shape.parents === undefined ? undefined : shapes.get(shape.parents[0] ?? '');
  const own = shape.singleton ? shape.segment : `${shape.segment}/KEY`;
  return parent === undefined ? own : `${addressOf(parent)}/${own}`;
}

const intro = `What is not written down is not managed: it is never compared and never sent. \`null\` clears a field, where the table says so.
The same for editors is \`docform schema\`. Texts may hold variables (\`\${vars.NAME}\`); a text that is one variable takes its type.`;

export function languagePage(): string {
  const tops = topParts(shapes);
  const fixed = Object.entries(schema.properties ?? {}).filter(([key]) => !tops.has(key));
  const lists = [...tops].map(([key, part]) => partRow(key, part, schema.properties?.[key] ?? {}, false));
  return page(
    'The language',
    intro,
    `## The top of a file\n\n${table(
      ['Key', 'Type', 'Default', 'What it does', 'Example'],
      fixed.flatMap(([key, part]) => fixedRows(key, part)),
    )}`,
    `## What an organization has\n\n${table(
      ['Key', 'Type', 'What it is', 'Example'],
      lists.map(([key = '', type = '', , , words = '', example = '']) => [key, type, words, example]),
    )}`,
    ...[...shapes.values()].map(kindSection),
  );
}
