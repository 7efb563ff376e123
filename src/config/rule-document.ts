/** Finds properties that a rule names and that no plan ever has: such a rule would silently say nothing. Pure. */
import type { SourceSpan } from '../core/problem.ts';
import type { ConfigurationNode, MapEntry } from './node.ts';
import { didYouMean, hints, type ProblemList, putting } from './problem-list.ts';

/** A part of a JSON Schema that says what documents look like. One without any keyword allows everything. */
export interface DocumentSchema {
  readonly [keyword: string]: unknown;
}

/** What a value in the document may be, references and alternatives resolved, each once; none: there is no such value. */
type Forms = readonly DocumentSchema[];

const anything: DocumentSchema = {};

interface Check {
  readonly problems: ProblemList;
  readonly definitions: { readonly [name: string]: DocumentSchema };
}

/** `document`: the schema of what the rule looks at. */
export function checkProperties(problems: ProblemList, rule: ConfigurationNode, document: DocumentSchema): void {
  const check = { problems, definitions: (document.definitions ?? {}) as Check['definitions'] };
  checkSchema(check, rule, formsOf(check, document));
}

function formsOf(check: Check, schema: DocumentSchema): Forms {
  const { $ref, anyOf } = schema;
  if (typeof $ref === 'string') return formsOf(check, check.definitions[$ref.slice('#/definitions/'.length)] ?? {});
  if (Array.isArray(anyOf)) return anyOf.flatMap((each: DocumentSchema) => formsOf(check, each));
  return [schema];
}

/** Nothing is said of what it holds. */
function isOpen({ type, properties, const: only, enum: choices }: DocumentSchema): boolean {
  return (
    properties === undefined && only === undefined && choices === undefined && (type === undefined || type === 'object')
  );
}

function propertyOf(check: Check, forms: Forms, name: string): Forms {
  const found = forms.flatMap((form) => {
    if (isOpen(form)) return [anything];
    const properties = (form.properties ?? {}) as Check['definitions'];
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return property === undefined ? [] : formsOf(check, property);
  });
  return [...new Set(found)];
}

function namesIn(forms: Forms): readonly string[] {
  return [...new Set(forms.flatMap(({ properties }) => Object.keys((properties ?? {}) as object)))];
}

function anyPropertyOf(check: Check, forms: Forms): Forms {
  if (forms.some(isOpen)) return [anything];
  return [...new Set(namesIn(forms).flatMap((name) => propertyOf(check, forms, name)))];
}

function itemsOf(check: Check, forms: Forms): Forms {
  const found = forms.flatMap((form) => {
    if (form.items !== undefined) return formsOf(check, form.items as DocumentSchema);
    return form.type === undefined && isOpen(form) ? [anything] : [];
  });
  return [...new Set(found)];
}

type Visit = (check: Check, value: ConfigurationNode, forms: Forms, entry: MapEntry) => void;

const visitSame: Visit = (check, value, forms) => checkSchema(check, value, forms);

const visitEach: Visit = (check, value, forms) => {
  for (const each of value.is === 'list' ? value.items : []) checkSchema(check, each, forms);
};

const visitItems: Visit = (check, value, forms, entry) => {
  const items = itemsOf(check, forms);
  if (items.length === 0) return report(check, entry.keySpan, `"${entry.key}": a plan has no list here`);
  if (value.is === 'list') visitEach(check, value, items, entry);
  else checkSchema(check, value, items);
};

const visitProperties: Visit = (check, value, forms) => {
  for (const { key, keySpan, value: schema } of entriesOf(value)) {
    const property = nameProperty(check, key, keySpan, forms);
    if (property.length > 0) checkSchema(check, schema, property);
  }
};

const visitAnyProperty: Visit = (check, value, forms) => checkSchema(check, value, anyPropertyOf(check, forms));

const visitNames: Visit = (check, value, forms) => {
  for (const item of value.is === 'list' ? value.items : [])
    if (item.is === 'scalar' && typeof item.value === 'string') nameProperty(check, item.value, item.span, forms);
};

const visitAnyProperties: Visit = (check, value, forms, entry) => {
  for (const { value: schema } of entriesOf(value)) visitAnyProperty(check, schema, forms, entry);
};

const visitDependencies: Visit = (check, value, forms, entry) => {
  for (const { key, keySpan, value: needed } of entriesOf(value)) {
    nameProperty(check, key, keySpan, forms);
    (needed.is === 'list' ? visitNames : visitSame)(check, needed, forms, entry);
  }
};

/** By keyword: where the schemas in it apply. */
const visits = new Map<string, Visit>([
  ['properties', visitProperties],
  ['required', visitNames],
  ['additionalProperties', visitAnyProperty],
  ['patternProperties', visitAnyProperties],
  ['dependencies', visitDependencies],
  ...['items', 'additionalItems', 'contains'].map((keyword) => [keyword, visitItems] as const),
  ...['not', 'if', 'then', 'else'].map((keyword) => [keyword, visitSame] as const),
  ...['allOf', 'anyOf', 'oneOf'].map((keyword) => [keyword, visitEach] as const),
]);

function checkSchema(check: Check, node: ConfigurationNode, forms: Forms): void {
  for (const entry of entriesOf(node)) visits.get(entry.key)?.(check, entry.value, forms, entry);
}

function entriesOf(node: ConfigurationNode): readonly MapEntry[] {
  return node.is === 'map' ? node.entries : [];
}

/** What is known of the property; a name that no document has is a problem. */
function nameProperty(check: Check, name: string, span: SourceSpan, forms: Forms): Forms {
  const property = propertyOf(check, forms, name);
  if (property.length > 0) return property;
  const names = namesIn(forms);
  const near = check.problems.suggest(name, names);
  const possible = names.length === 0 ? undefined : `possible properties: ${names.join(', ')}`;
  report(check, span, `unknown property "${name}" of a plan`, {
    hint: hints(didYouMean(near), possible),
    fix: putting(near),
  });
  return [];
}

function report(
  { problems }: Check,
  span: SourceSpan,
  message: string,
  more: Pick<Parameters<ProblemList['add']>[2], 'hint' | 'fix'> = {},
): void {
  problems.add('E-POLICY-PROPERTY', span, {
    message,
    hint: 'run `docform schema plan` to see the properties of a plan',
    ...more,
  });
}
