/** Converts the fields of a live object into declared fields. */

import type { ConfigurationNode } from '../config/node.ts';
import type { ProblemList } from '../config/problem-list.ts';
import { checkValue } from '../config/values.ts';
import type { Address } from '../core/address.ts';
import { byKey, isEqual } from '../core/compare.ts';
import { parseCondition } from '../core/condition.ts';
import { nowhere } from '../core/problem.ts';
import type { DesiredValue, Value } from '../core/state.ts';
import { comparedText, type FieldShape, type FieldType, isPlace, isReadOnce, writtenText } from '../kinds/field.ts';
import type { LeftOut, Named, Names } from './names.ts';

export interface ResourceDraft extends Named {
  /** References to live objects with an address, even if these are not declared in the end. */
  readonly fields: { [field: string]: DesiredValue };
  /** Addresses that it requires. */
  readonly needs: Address[];
  readonly leftOut: LeftOut[];
  /** Why it cannot be declared. */
  out?: string;
}

/** `isCopy`: adds placeholders for required values that the API never returns. Without `names`, references are left out. */
export function draftOf(named: Named, names: Pick<Names, 'find'> | undefined, isCopy: boolean): ResourceDraft {
  const draft: ResourceDraft = {
    ...named,
    fields: {},
    needs: named.parent === null ? [] : [named.parent],
    leftOut: [],
  };
  const { key, fields } = named.shape;
  for (const [name, field] of Object.entries(fields)) {
    // The API returns the value never, or only in the response to the create.
    const isNeverShown = field.writeOnly === true || isReadOnce(field);
    if (key !== 'name' && key.field === name) stateKey(draft, name, field, names);
    else if (isNeverShown) keepDeclared(draft, name);
    else if (field.type.is !== 'ref') statePlain(draft, name, field, isCopy);
    else if (names !== undefined) stateReference(draft, name, field, field.type, names);
  }
  chooseSource(draft, isCopy);
  for (const what of named.object.beyond ?? []) leave(draft, what, 'docform cannot manage this');
  return draft;
}

function stateKey(draft: ResourceDraft, name: string, { type }: FieldShape, names: Pick<Names, 'find'> | undefined) {
  const id = draft.object.fields[name];
  const target = type.is === 'ref' && typeof id === 'string' ? names?.find(type.to, id) : undefined;
  draft.fields[name] = target === undefined ? draft.key : { ref: target.address };
  if (target !== undefined) draft.needs.push(target.address);
}

function keepDeclared(draft: ResourceDraft, name: string) {
  const value = draft.declared?.fields[name];
  if (value !== undefined) draft.fields[name] = value;
}

function stateReference(
  draft: ResourceDraft,
  name: string,
  field: FieldShape,
  type: Extract<FieldType, { is: 'ref' }>,
  names: Pick<Names, 'find'>,
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

function statePlain(draft: ResourceDraft, name: string, field: FieldShape, isCopy: boolean) {
  const shown = draft.object.fields[name];
  // For a copy, a missing value is best omitted.
  const live = shown ?? (isAsked(draft, name) && !isCopy ? cleared(field) : shown);
  const value = field.type.is === 'keyed' ? withoutNull(live) : isCopy ? live : asWritten(draft, name, field, live);
  if (value === undefined) return;
  if (value === null) {
    if (field.nullIsValue || (isAsked(draft, name) && field.clearable)) draft.fields[name] = null;
    else if (field.required) draft.out ??= `${name}: ${noneThere}`;
    return;
  }
  if (isLeftUnsaid(draft, name, field, value)) return;
  const why = refusalOf(field.type, value, name);
  if (why === undefined) draft.fields[name] = value;
  else if (shown === undefined || shown === null) leave(draft, name, noneThere);
  else if (field.required) draft.out ??= why;
  else leave(draft, name, why);
}

/** Keeps the declared form of an equal value; otherwise uses the form that people write. */
function asWritten({ declared }: ResourceDraft, name: string, { type }: FieldShape, live: Value | undefined) {
  if (typeof live !== 'string') return live;
  const now = declared?.fields[name];
  return typeof now === 'string' && comparedText(type, now) === comparedText(type, live)
    ? now
    : writtenText(type, live);
}

export function leave(draft: ResourceDraft, field: string, why: string): void {
  draft.leftOut.push({ what: `${draft.address}: ${field}`, why, address: draft.address, field });
}

const noneThere = 'the platform has no value, which a configuration cannot express';

/** Whether the configuration declares the field already. */
function isAsked({ declared }: Named, name: string) {
  return declared?.fields[name] !== undefined;
}

/** The declared form of a value that the platform no longer has. */
function cleared({ clearable, type }: FieldShape): Value {
  if (clearable) return null;
  if (type.is === 'boolean') return false;
  if (type.is === 'list') return [];
  return type.is === 'claims' || type.is === 'keyed' ? {} : '';
}

/** The API returns fields without a value as null or not at all, in order of creation. */
function withoutNull(value: Value | undefined): Value | undefined {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, each]) => each !== null);
  return Object.fromEntries(entries.sort(byKey));
}

/** Whether the value is empty or the default. */
function isLeftUnsaid(draft: ResourceDraft, name: string, field: FieldShape, value: Value) {
  if (field.required || isAsked(draft, name)) return false;
  const isMap = field.type.is === 'claims' || field.type.is === 'keyed';
  if (value === '' || (isMap && isEqual(value, {}))) return true;
  // Other responses of the API omit a list that cannot be empty.
  if (field.type.is === 'list' && (field.type.min ?? 0) > 0 && isEqual(value, [])) return true;
  const usual = field.initial ?? field.defaultValue;
  return usual !== undefined && draft.shape.shorthand !== name && isEqual(value, usual);
}

/** An OpenAPI specification without operations, in place of the text that the API does not return. */
const standIn = '{"openapi":"3.1.0","info":{"title":"Copy","version":"1"},"paths":{}}';

/** Of exclusive fields, keeps the one that the API returns, otherwise the declared one. */
function chooseSource(draft: ResourceDraft, isCopy: boolean) {
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
  draft.out ??= refused?.why ?? `the API does not return its source (${shape.exactlyOneOf.join(' or ')})`;
}

/** A lone surrogate, which UTF-8 cannot encode. */
const loneHalf = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

function listening(): ProblemList & { readonly said: string[] } {
  const said: string[] = [];
  return {
    said,
    add: (_code, _span, { message, label }) => void said.push(label === undefined ? message : `${message} (${label})`),
    suggest: () => undefined,
    sorted: () => [],
  };
}

/** Why the language does not allow the value; undefined: it does. `name`: for messages. */
function refusalOf(type: FieldType, value: Value, name: string) {
  if (type.is === 'ref') return undefined;
  if (loneHalf.test(JSON.stringify(value)) || hasLoneHalf(value))
    return `${name} contains half of a surrogate pair, which UTF-8 cannot encode`;
  const problems = listening();
  checkValue(problems, nodeOf(value), type, name);
  if (problems.said.length > 0) return problems.said[0];
  if (type.is !== 'text' || type.format !== 'condition') return undefined;
  const condition = parseCondition(String(value));
  return 'fault' in condition ? `${name}: ${condition.fault.message}` : undefined;
}

/** Checks each text, because JSON escapes lone surrogates. */
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
