/** Sets a field or declares a resource in the files of a configuration, and checks that nothing else changes. Writes nothing. */
import { grammarOf } from '../config/grammar.ts';
import { createSuggest } from '../config/problem-list.ts';
import { isWithin } from '../core/address.ts';
import { usageFailure } from '../core/docform-error.ts';
import type { Desired } from '../core/state.ts';
import { unitsBetween } from '../edit/rewrite/units.ts';
import { withValue } from '../edit/rewrite/value-at.ts';
import { unifiedDiff } from '../edit/text-diff.ts';
import { textValue, yamlValue } from '../edit/yaml/given-value.ts';
import { editedOr } from '../edit/yaml/source-file.ts';
import { declarationPart } from '../kinds/declaration/resources.ts';
import type { FieldShape } from '../kinds/field.ts';
import { shapes } from '../kinds/index.ts';
import { parseAddress, shapeOf } from '../kinds/shape.ts';
import { type ConfigurationOptions, rereading, type Validation } from './configuration.ts';

interface SetOptions {
  readonly options: ConfigurationOptions;
  readonly validation: Validation & { readonly desired: Desired };
  /** The address of a resource, or the address and a field: `teams/docs/title`. */
  readonly place: string;
  /** A text, or YAML for other values. Missing: a resource without fields. */
  readonly value: string | undefined;
}

/** Throws DocformError (E-USAGE, E-SET) if the place or the value is wrong, or the edit would change anything else. */
export function setValue({ options, validation, place, value }: SetOptions) {
  const { desired, sources, parts, file: main } = validation;
  const target = targetAt(place);
  const node = nodeOf(target, value);
  const before = new Map(parts.map((part) => [part, sources.get(part) ?? '']));
  const { file, text } = editedOr(
    () => withValue({ sources: before, desired, shapes, ...target, value: node }),
    (reason) => refusal(reason, ownEdit),
  );
  const after = new Map([[file, text]]);
  const { desired: found, problems } = rereading(options, main)(new Map([...sources, ...after]));
  const [problem] = problems;
  if (found === undefined)
    throw refusal(`the configuration would not be valid (${problem?.code}: ${problem?.message})`, problem?.hint);
  // New resources and lists change the structure of the top-level resource around them.
  const other = unitsBetween(desired, declarationPart(found)).find(({ is, address }) =>
    is === 'structure' ? !isWithin(target.address, address) : !isWithin(address, target.address),
  );
  if (other !== undefined) throw refusal(`${other.address} would change as well`, ownEdit);
  const old = before.get(file) ?? '';
  const texts = text === old ? new Map<string, string>() : after;
  return { ...target, texts, diff: unifiedDiff(new Map([[file, texts.size === 0 ? text : old]]), after) };
}

type Target = ReturnType<typeof targetAt>;

function targetAt(place: string) {
  const own = parseAddress(place, shapes)?.at(-1);
  if (own !== undefined) return { address: place, kind: own.kind };
  const end = place.lastIndexOf('/');
  const [address, field] = [place.slice(0, Math.max(end, 0)), place.slice(end + 1)];
  const kind = parseAddress(address, shapes)?.at(-1)?.kind;
  if (kind === undefined)
    throw usageFailure(
      `${place} is neither the address of a resource nor of a field`,
      'examples: teams/docs/members/ana@example.com, sites/docs/title',
    );
  const fields = settable(kind);
  if (fields.has(field)) return { address, kind, field };
  const near = createSuggest()(field, [...fields]);
  throw usageFailure(
    `${shapeOf({ shapes }, kind).title} has no field ${field}`,
    near === undefined ? `its fields: ${[...fields].join(', ')}` : `did you mean ${address}/${near}?`,
  );
}

function settable(kind: string): ReadonlySet<string> {
  const isSettable = ['field', 'file', 'pin', 'protect', 'replace'];
  const { parts } = grammarOf(shapes)(kind);
  return new Set([...parts].flatMap(([key, part]) => (isSettable.includes(part.is) ? [key] : [])));
}

function nodeOf({ kind, field, address }: Target, value: string | undefined) {
  const { shorthand, fields } = shapeOf({ shapes }, kind);
  const name = field ?? shorthand;
  const shape = name === undefined ? undefined : fields[name];
  if (value === undefined) {
    if (field !== undefined) throw usageFailure('VALUE is missing', `write \`docform set ${address}/${field} VALUE\``);
    return parsed('{}');
  }
  // A map declares several fields of a resource at once.
  const isMap = field === undefined && value.trimStart().startsWith('{');
  return shape !== undefined && !isMap && isText(shape) && value !== 'null' ? textValue(value) : parsed(value);
}

function isText({ type }: FieldShape) {
  return type.is === 'text' || type.is === 'choice' || (type.is === 'ref' && type.under === undefined);
}

function parsed(value: string) {
  const read = yamlValue(value);
  if ('node' in read) return read.node;
  throw usageFailure(`the value is not valid YAML: ${read.fault}`, 'put the value in quotes');
}

const ownEdit = 'make this change in the file yourself';

function refusal(message: string, hint: string | undefined) {
  return usageFailure(`${message}; nothing was written`, hint, 'E-SET');
}
