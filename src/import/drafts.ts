/** The fields of one live object as a configuration would state them. */

import type { ConfigurationNode } from '../config/node.ts';
import type { ProblemList } from '../config/problem-list.ts';
import { checkValue } from '../config/values.ts';
import type { Address } from '../core/address.ts';
import { byKey } from '../core/compare.ts';
import { parseCondition } from '../core/condition.ts';
import { isEqual } from '../core/equal.ts';
import { nowhere } from '../core/problem.ts';
import type { DesiredValue, Value } from '../core/value.ts';
import { type FieldShape, type FieldType, isPlace, isReadOnce } from '../kinds/field.ts';
import { comparedText, writtenText } from '../kinds/text-forms.ts';
import type { LeftOut, Named, Names } from './names.ts';

/** A resource on its way to be declared. */
export interface ResourceDraft extends Named {
  /** References are those of live objects that have an address, whether that is declared in the end or not. */
  readonly fields: { [field: string]: DesiredValue };
  /** Addresses it cannot be declared without. */
  readonly needs: Address[];
  readonly leftOut: LeftOut[];
  /** Why it cannot be declared at all. */
  out?: string;
}

/** `isCopy`: what the platform never shows and cannot do without gets a stand-in, so that a copy has the object. */
export function draftOf(named: Named, names: Names, isCopy: boolean): ResourceDraft {
  const draft: ResourceDraft = {
    ...named,
    fields: {},
    needs: named.parent === null ? [] : [named.parent],
    leftOut: [],
  };
  for (const [name, field] of Object.entries(named.shape.fields)) {
    if (isKeyField(named, name)) stateKey(draft, name, field, names);
    else if (isNeverShown(field)) keepDeclared(draft, name);
    else if (field.type.is === 'ref') stateReference(draft, name, field, field.type, names);
    else statePlain(draft, name, field, isCopy);
  }
  chooseSource(draft, isCopy);
  return draft;
}

function isKeyField({ shape }: Named, name: string): boolean {
  return shape.key !== 'name' && shape.key.field === name;
}

function stateKey(draft: ResourceDraft, name: string, { type }: FieldShape, names: Names): void {
  const id = draft.object.fields[name];
  const target = type.is === 'ref' && typeof id === 'string' ? names.find(type.to, id) : undefined;
  draft.fields[name] = target === undefined ? draft.key : { ref: target.address };
  if (target !== undefined) draft.needs.push(target.address);
}

/** The platform answers with it never, or only when the object is made: what is declared is all that is known. */
function isNeverShown(field: FieldShape): boolean {
  return field.writeOnly === true || isReadOnce(field);
}

function keepDeclared(draft: ResourceDraft, name: string): void {
  const value = draft.declared?.fields[name];
  if (value !== undefined) draft.fields[name] = value;
}

function stateReference(
  draft: ResourceDraft,
  name: string,
  field: FieldShape,
  type: Extract<FieldType, { is: 'ref' }>,
  names: Names,
): void {
  const value = draft.object.fields[name];
  if (value === undefined || value === null) {
    if (isPlace(field) || (isAsked(draft, name) && field.clearable)) draft.fields[name] = null;
    return;
  }
  const target = typeof value === 'string' ? names.find(type.to, value) : undefined;
  if (target === undefined) {
    const why = `it is ${typeof value === 'string' ? value : JSON.stringify(value)}, which cannot be declared`;
    if (isPlace(field) || field.required) draft.out ??= `${name}: ${why}`;
    else leave(draft, name, why);
    return;
  }
  draft.fields[name] = { ref: target.address };
  if (isPlace(field) || field.required) draft.needs.push(target.address);
}

function statePlain(draft: ResourceDraft, name: string, field: FieldShape, isCopy: boolean): void {
  const shown = draft.object.fields[name];
  // A copy that does not have it says so best by saying nothing.
  const live = shown ?? (isAsked(draft, name) && !isCopy ? cleared(field) : shown);
  const value = field.type.is === 'keyed' ? withoutNull(live) : isCopy ? live : asWritten(draft, name, field, live);
  if (value === undefined) return;
  if (value === null) {
    if (field.nullIsValue || (isAsked(draft, name) && field.clearable)) draft.fields[name] = null;
    return;
  }
  if (isLeftUnsaid(draft, name, field, value)) return;
  const why = refusalOf(field.type, value, name);
  if (why === undefined) draft.fields[name] = value;
  else if (shown === undefined || shown === null) leave(draft, name, noneThere);
  else if (field.required) draft.out ??= why;
  else leave(draft, name, why);
}

/** As it is declared where that means the same; else in the form that people write. */
function asWritten(
  { declared }: ResourceDraft,
  name: string,
  { type }: FieldShape,
  live: Value | undefined,
): Value | undefined {
  if (typeof live !== 'string') return live;
  const now = declared?.fields[name];
  return typeof now === 'string' && comparedText(type, now) === comparedText(type, live)
    ? now
    : writtenText(type, live);
}

export function leave(draft: ResourceDraft, field: string, why: string): void {
  draft.leftOut.push({ what: `${draft.address}: ${field}`, why, address: draft.address, field });
}

const noneThere = 'the platform has none, and a configuration cannot say so';

/** It is declared by now, so that it is stated whatever it is. */
function isAsked({ declared }: Named, name: string): boolean {
  return declared?.fields[name] !== undefined;
}

/** What the configuration says of a field that is stated, and that the platform no longer has. */
function cleared({ clearable, type }: FieldShape): Value {
  if (clearable) return null;
  if (type.is === 'boolean') return false;
  if (type.is === 'list') return [];
  return type.is === 'claims' || type.is === 'keyed' ? {} : '';
}

/** A custom field without a value comes as null or not at all; they come in the order in which somebody made them, which means nothing. */
function withoutNull(value: Value | undefined): Value | undefined {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, each]) => each !== null);
  return Object.fromEntries(entries.sort(byKey));
}

/** Nothing, or what it would be anyway. */
function isLeftUnsaid(draft: ResourceDraft, name: string, field: FieldShape, value: Value): boolean {
  if (field.required || isAsked(draft, name)) return false;
  const isMap = field.type.is === 'claims' || field.type.is === 'keyed';
  if (value === '' || (isMap && isEqual(value, {}))) return true;
  // A list that may not be empty is one the platform leaves out in other answers.
  if (field.type.is === 'list' && (field.type.min ?? 0) > 0 && isEqual(value, [])) return true;
  const usual = field.initial ?? field.defaultValue;
  return usual !== undefined && draft.shape.shorthand !== name && isEqual(value, usual);
}

/** A specification without any operation: as good as the text that is not shown, for whoever never reads it. */
const standIn = '{"openapi":"3.1.0","info":{"title":"Copy","version":"1"},"paths":{}}';

/** Of fields that exclude each other: the one that the platform shows; else the one that is declared. */
function chooseSource(draft: ResourceDraft, isCopy: boolean): void {
  const { shape, fields } = draft;
  const hidden = shape.exactlyOneOf?.find((name) => shape.fields[name]?.writeOnly);
  const stated = (shape.exactlyOneOf ?? []).filter((name) => fields[name] !== undefined);
  const shown = stated.filter((name) => !shape.fields[name]?.writeOnly);
  if (shown.length > 0) for (const name of stated) if (!shown.includes(name)) delete fields[name];
  if (shape.exactlyOneOf === undefined || stated.length > 0) return;
  if (isCopy && hidden !== undefined) {
    fields[hidden] = standIn;
    return;
  }
  const refused = draft.leftOut.find(({ field = '' }) => shape.exactlyOneOf?.includes(field));
  draft.out ??= refused?.why ?? `the platform does not show what it is made from (${shape.exactlyOneOf.join(' or ')})`;
}

/** Half of a character that takes two units: no file can hold it. */
const loneHalf = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/** A list of problems that is read for what it says. */
function listening(): ProblemList & { readonly said: string[] } {
  const said: string[] = [];
  return {
    said,
    add: (_code, _span, { message, label }) => said.push(label === undefined ? message : `${message} (${label})`),
    suggest: () => undefined,
    sorted: () => [],
  };
}

/** Why the language has no such value; undefined: it has. `name` is how people call the value. */
function refusalOf(type: FieldType, value: Value, name: string): string | undefined {
  if (type.is === 'ref') return undefined;
  if (loneHalf.test(JSON.stringify(value)) || hasLoneHalf(value))
    return `${name} holds half a character, which no file can hold`;
  const problems = listening();
  checkValue(problems, nodeOf(value), type, name);
  if (problems.said.length > 0) return problems.said[0];
  if (type.is !== 'text' || type.format !== 'condition') return undefined;
  const condition = parseCondition(String(value));
  return 'fault' in condition ? `${name}: ${condition.fault.message}` : undefined;
}

/** JSON writes halves as escapes, so that texts are looked at one by one. */
function hasLoneHalf(value: Value): boolean {
  if (typeof value === 'string') return loneHalf.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, part]) => loneHalf.test(key) || hasLoneHalf(part as Value));
}

function nodeOf(value: Value): ConfigurationNode {
  const span = nowhere;
  if (value === null || typeof value !== 'object') return { is: 'scalar', value, source: String(value), span };
  if (Array.isArray(value)) return { is: 'list', items: value.map(nodeOf), span };
  const entries = Object.entries(value).map(([key, part]) => ({ key, keySpan: span, value: nodeOf(part as Value) }));
  return { is: 'map', entries, span };
}
