/** Completions at the cursor: keys and values of the language, and declared resources. */

import { isMap, isScalar } from 'yaml';
import type { Known } from '../config/load-configuration.ts';
import { type Address, keyIn, listOf } from '../core/address.ts';
import { withoutUndefined } from '../core/defined.ts';
import type { DesiredResource } from '../core/state.ts';
import { keyOf, membersOf, memberValue } from '../edit/yaml/nodes.ts';
import { scalarText } from '../edit/yaml/print.ts';
import { orderedContainerOf } from '../kinds/declaration/container.ts';
import type { Shapes } from '../kinds/shape.ts';
import { type Meaning, meaningOf, statedTitle } from './meaning.ts';
import { type LanguageSchema, schemaAt, unfolded } from './schema-at.ts';
import { siblingKeys, type Typed, typedAt } from './typed.ts';
import { type Schema, schemaType, sentence } from './words.ts';

interface Completion {
  readonly is: 'key' | 'value' | 'reference' | 'variable';
  readonly label: string;
  readonly detail?: string;
  /** Markdown. */
  readonly documentation?: string;
  /** Replaces the text from `start` to `end`. */
  readonly insert: string;
  readonly start: number;
  readonly end: number;
  /** Required keys come first. */
  readonly isRequired?: true;
}

interface CompletionInput {
  readonly shapes: Shapes;
  readonly schema: LanguageSchema;
  readonly known: Known;
}

type Found = Omit<Completion, 'start' | 'end'>;

export function completionsAt(input: CompletionInput, text: string, offset: number): readonly Completion[] {
  const variable = /\$\{([\w.-]*)$/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset));
  if (variable !== null) return variablesAt(input.known, text, offset, variable[1] ?? '');
  const typed = typedAt(text, offset);
  if (typed === undefined) return [];
  const { start, end } = typed;
  const found = new Map(
    [...keysAt(input, typed), ...valuesAt(input, typed)].map((each) => [each.label, each] as const),
  );
  return [...found.values()].map((each) => ({ ...each, start, end }));
}

function variablesAt({ variables }: Known, text: string, offset: number, word: string): readonly Completion[] {
  const isClosed = text[offset] === '}';
  return [...variables.keys()].map((name) => ({
    is: 'variable',
    label: `vars.${name}`,
    detail: 'variable',
    insert: `vars.${name}${isClosed ? '' : '}'}`,
    start: offset - word.length,
    end: offset,
  }));
}

function keysAt(input: CompletionInput, typed: Typed): readonly Found[] {
  const step = typed.steps.at(-1);
  if (typed.part !== 'key' || step === undefined) return [];
  const stated = new Set(siblingKeys(step));
  const end = (isBlock: boolean) => (typed.hasColon ? '' : isBlock ? ':' : ': ');
  const { map } = schemaAt(input.schema, typed);
  // The first key of an item names its kind.
  const isOpen = stated.size === 0 && map.length > 1 && map.every(({ required = [] }) => required.length > 0);
  const own = map.flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).flatMap(([key, schema]): readonly Found[] => {
      if (isOpen && key !== required[0]) return [];
      const isBlock = schema.type === 'array' || schema.type === 'object' || schema.$ref !== undefined;
      const isRequired = required.includes(key) ? ({ isRequired: true } as const) : {};
      return [
        { is: 'key', label: key, insert: `${key}${end(isBlock)}`, ...explained(input.schema, schema), ...isRequired },
      ];
    }),
  );
  const named = referencesAt(input, typed, meaningOf(input.shapes, typed)).map((each) => ({
    ...each,
    insert: `${each.insert}${end(false)}`,
  }));
  return [...own, ...named].filter(({ label }) => !stated.has(label));
}

function explained(root: LanguageSchema, schema: Schema): Pick<Found, 'detail' | 'documentation'> {
  const detail = schemaType(schema).replaceAll('`', '');
  const { description } = unfolded(root, [schema]).find((each) => each.description !== undefined) ?? schema;
  const documentation = description && sentence(schema.description ?? description);
  return withoutUndefined({ detail: detail || undefined, documentation: documentation || undefined });
}

/** The parser takes a new item for a key. */
function valuesAt(input: CompletionInput, typed: Typed): readonly Found[] {
  if (typed.part === 'key' && !typed.isItem) return [];
  const steps = typed.part === 'key' ? typed.steps.slice(0, -1) : typed.steps;
  const place = { steps, part: 'value' as const };
  const isInFlow = steps.at(-1)?.node.flow === true;
  const words = schemaAt(input.schema, place).value.flatMap((schema) => wordsOf(schema, isInFlow));
  const references = referencesAt(input, typed, meaningOf(input.shapes, place));
  return [...references, ...words, ...optionsAt(input, typed)];
}

function wordsOf({ enum: values, const: only, type, description }: Schema, isInFlow: boolean): readonly Found[] {
  const words =
    only !== undefined ? [only] : (values ?? (type === 'boolean' ? [true, false] : type === 'null' ? [null] : []));
  return words.map((word) => ({
    is: 'value',
    label: String(word),
    insert: typeof word === 'object' ? 'null' : scalarText(word, isInFlow),
    ...(description === undefined ? {} : { documentation: sentence(description) }),
  }));
}

function referencesAt({ known, shapes }: CompletionInput, typed: Typed, meaning: Meaning): readonly Found[] {
  const { refers, ordered, isAddress, kinds } = meaning;
  const isInFlow = typed.steps.at(-1)?.node.flow === true;
  const taken = new Set(
    membersOf(typed.steps.at(-1)?.node).flatMap((member) => {
      const value = memberValue(member);
      return isScalar(value) ? [String(value.value)] : [];
    }),
  );
  const found = [...known.resources.values()].filter((resource) => {
    if (isAddress) return kinds === undefined || (kinds.includes(resource.kind) && !taken.has(resource.address));
    if (ordered !== undefined) return orderedContainerOf(resource, shapes) === ordered && !taken.has(resource.key);
    return refers !== undefined && resource.kind === refers.kind && listOf(resource.address) === refers.list;
  });
  return found.map((resource) =>
    referenceTo(resource, isAddress ? resource.address : keyIn(resource.address), isInFlow),
  );
}

function referenceTo(resource: DesiredResource, name: Address, isInFlow: boolean): Found {
  const title = statedTitle(resource);
  return {
    is: 'reference',
    label: name,
    insert: scalarText(name, isInFlow),
    detail: `${resource.kind} ${resource.address}`,
    ...(title === undefined ? {} : { documentation: sentence(title) }),
  };
}

/** The options of a declared custom field. */
function optionsAt({ known, shapes }: CompletionInput, typed: Typed): readonly Found[] {
  const last = typed.steps.findLast(({ node }) => isMap(node));
  if (typed.part !== 'value' || last === undefined) return [];
  const { refers } = meaningOf(shapes, { steps: typed.steps.slice(0, typed.steps.indexOf(last) + 1), part: 'key' });
  if (refers === undefined) return [];
  const field = known.resources.get(`${refers.list}/${keyOf(last.member)}`);
  const options = Array.isArray(field?.fields.options)
    ? field.fields.options
    : field?.fields.type === 'boolean'
      ? [true, false]
      : [];
  return options.flatMap((option) =>
    typeof option === 'string' || typeof option === 'boolean'
      ? [{ is: 'value', label: String(option), insert: scalarText(option, last.node.flow === true) } as const]
      : [],
  );
}
