/** The reference of the language: every key, from the grammar, the kinds' shapes and the published schema. */
import { stringify } from 'yaml';
import { grammarOf, type Part, topParts } from '../../src/config/grammar.ts';
import { configurationSchema } from '../../src/config/schema/schema.ts';
import { pluralTitle } from '../../src/core/count.ts';
import type { Value } from '../../src/core/state.ts';
import { shapes } from '../../src/kinds/index.ts';
import type { KindShape } from '../../src/kinds/shape.ts';
import {
  clearWords,
  code,
  defaultWords,
  effectWords,
  kindWords,
  type Schema,
  schemaType,
  sentence,
  typeWords,
} from '../../src/language/words.ts';
import { page, type Row, table } from './words.ts';

const schema = configurationSchema(shapes) as unknown as Schema & {
  readonly definitions: { readonly [kind: string]: Schema };
};
const grammar = grammarOf(shapes);
const heads: Row = ['Key', 'Type', 'Default', 'Can be cleared', 'Description', 'Example'];

function inline(key: string, value: Value): string {
  const text = stringify({ [key]: value }, { collectionStyle: 'flow', lineWidth: 0 }).trim();
  return code(text.replace(/^\{ (.*) \}$/s, '$1'));
}

function exampleCell(key: string, { examples = [] }: Schema): string {
  return examples[0] === undefined ? '' : inline(key, examples[0]);
}

function headingOf(shape: KindShape): string {
  return sentence(shape.singleton ? shape.title : pluralTitle(shape)).replace(/\.$/, '');
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
      return [
        name,
        typeWords(field.type, shapes),
        defaultWords(field),
        clearWords(field),
        effectWords(field, shapes),
        example,
      ];
    }
    case 'file':
      return [name, 'path', '', 'no', `Reads the value of ${code(part.name)} from a file. ${words}`, example];
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

/** Rows for keys that are not resources, with the keys below them, such as `policy.prune`. */
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
  const own: Row = [
    `${code(name)}${isRequired}`,
    type,
    given,
    sentence(part.description ?? ''),
    exampleCell(key, part),
  ];
  const below = Object.entries(inner ?? {}).flatMap(([each, schemaOf]) =>
    fixedRows(each, schemaOf, `${name}${isOpen ? '[]' : ''}.`, part.required ?? part.items?.required),
  );
  return [own, ...below];
}

function kindSection(shape: KindShape): string {
  const block = grammar(shape.name, shape.name === 'site-space');
  const definition = schema.definitions[shape.name === 'site-space' ? 'flat-site-space' : shape.name] ?? {};
  const properties = Object.assign({}, ...(definition.anyOf ?? [definition]).map((each) => each.properties ?? {})) as {
    readonly [key: string]: Schema;
  };
  const word = Object.keys(properties).find((key) => key !== 'extends' && !block.parts.has(key));
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
      : [
          [
            'the whole block',
            typeWords(whole.type, shapes),
            '',
            'no',
            effectWords(whole, shapes),
            exampleCell('fields', definition),
          ],
        ];
  const either = block.oneOf.length === 0 ? '' : `Declare exactly one of ${block.oneOf.map(code).join(', ')}.\n\n`;
  const most =
    block.atMostOneOf.length === 0 ? '' : `Declare at most one of ${block.atMostOneOf.map(code).join(', ')}.\n\n`;
  return `## ${headingOf(shape)}\n\n${sentence(shape.description)} Address: ${code(addressOf(shape))}.\n\n${kindWords(shape, shapes)}\n${either}${most}${table(heads, [...keyRow, ...rows])}`;
}

function addressOf(shape: KindShape): string {
  const parent = shape.parents === undefined ? undefined : shapes.get(shape.parents[0] ?? '');
  const own = shape.singleton ? shape.segment : `${shape.segment}/KEY`;
  return parent === undefined ? own : `${addressOf(parent)}/${own}`;
}

const intro = `This page lists every key of the configuration files. docform manages only the fields that you declare. It never compares and never sends other fields.

- Set a field to \`null\` to clear it, if the column "Can be cleared" allows \`null\`.
- If \`null\` is a regular value, docform sends and compares \`null\` like any other value. A role of \`null\` means guest.
- A text can contain variables, such as \`\${vars.NAME}\`. A text that consists of one variable takes the type of the variable.
- \`docform explain --schema\` prints the same keys as a JSON Schema for editors.`;

export function languagePage(): string {
  const tops = topParts(shapes);
  const fixed = Object.entries(schema.properties ?? {}).filter(([key]) => !tops.has(key));
  const lists = [...tops].map(([key, part]) => partRow(key, part, schema.properties?.[key] ?? {}, false));
  return page(
    'Configuration language',
    intro,
    `## Top-level keys\n\n${table(
      ['Key', 'Type', 'Default', 'Description', 'Example'],
      fixed.flatMap(([key, part]) => fixedRows(key, part)),
    )}`,
    `## Resources of an organization\n\n${table(
      ['Key', 'Type', 'Description', 'Example'],
      lists.map(([key = '', type = '', , , words = '', example = '']) => [key, type, words, example]),
    )}`,
    ...[...shapes.values()].map(kindSection),
  );
}
