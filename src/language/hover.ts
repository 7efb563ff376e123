/** Hover texts in Markdown: the purpose of a key, and the resource that a name means. */
import { isMap } from 'yaml';
import type { Known } from '../config/load-configuration.ts';
import type { Address } from '../core/address.ts';
import type { KnownLedger } from '../core/state.ts';
import { keyOf } from '../edit/yaml/nodes.ts';
import { type Shapes, shapeOf } from '../kinds/shape.ts';
import { addressesOf, type Meaning, meaningOf, statedTitle } from './meaning.ts';
import { type LanguageSchema, schemaAt } from './schema-at.ts';
import type { Path } from './typed.ts';
import { code, exampleWords, fieldWords, schemaType, sentence, typeWords, valueWords } from './words.ts';

interface HoverInput {
  readonly shapes: Shapes;
  readonly schema: LanguageSchema;
  readonly known: Known;
  readonly ledger: KnownLedger;
}

/** Paragraphs. Empty if there is no information. */
export function hoverAt(input: HoverInput, path: Path): readonly string[] {
  const meaning = meaningOf(input.shapes, path);
  const named = addressesOf(input, path).flatMap((address) => resourceWords(input, address));
  return [...named, ...(named.length === 0 || path.part === 'key' ? keyWords(input, path, meaning) : [])];
}

function resourceWords({ known, ledger, shapes }: HoverInput, address: Address) {
  const resource = known.resources.get(address);
  if (resource === undefined) return [];
  const shape = shapeOf({ shapes }, resource.kind);
  const title = statedTitle(resource);
  const { file, line } = resource.span;
  const id = 'unread' in ledger ? undefined : ledger.resources[address]?.id;
  const live =
    id !== undefined
      ? `Id in the ledger: ${code(id)}.`
      : resource.pin !== undefined
        ? `Pinned to ${code(resource.pin)}.`
        : 'unread' in ledger
          ? `The id is unknown because the ledger could not be read: ${ledger.unread}.`
          : 'Not in the ledger.';
  const where = resource.isExternal
    ? 'A reference: docform does not manage this object.'
    : `Declared at ${code(`${file}:${line}`)}.`;
  return [`**${shape.title}** ${code(address)}${title === undefined ? '' : `: ${title}`}`, `${live} ${where}`];
}

function keyWords({ schema, shapes }: HoverInput, path: Path, { field }: Meaning) {
  const name = path.steps.at(-1) === undefined ? '' : nameOf(path);
  if (field !== undefined) {
    const { meaning, facts, example } = fieldWords(field.shape, shapes);
    return [`**${field.name}**: ${typeWords(field.shape.type, shapes)}`, meaning, facts, ...example];
  }
  const [known] = schemaAt(schema, path).value.filter(({ description }) => description !== undefined);
  if (known === undefined) return [];
  const type = schemaType(known);
  const usual = known.default === undefined ? [] : [`Default: ${valueWords(known.default)}.`];
  return [
    `**${name}**${type === '' ? '' : `: ${type}`}`,
    sentence(known.description ?? ''),
    ...usual,
    ...exampleWords(known.examples?.[0]),
  ];
}

/** Items of lists have no name. */
function nameOf({ steps }: Path) {
  const last = steps.findLast(({ node }) => isMap(node));
  return last === undefined ? '' : keyOf(last.member);
}
