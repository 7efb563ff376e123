/** Checks the fields of a resource, and adds their references to the draft. */
import { type FieldShape, type FieldType, withPlainLines } from '../../kinds/field.ts';
import { directoryOf, joinPath } from '../files/file-reader.ts';
import { type ConfigurationNode, entryOf, isNull } from '../yaml/node.ts';
import { type ConfigurationDraft, type DraftResource, keepNode } from './draft.ts';
import { checkText, checkValue, mapOf, reportMissing, reportUnknownKey } from './values.ts';

/** The value of a field in a block. */
interface FieldEntry {
  readonly draft: ConfigurationDraft;
  readonly resource: DraftResource;
  readonly name: string;
  readonly field: FieldShape;
  readonly node: ConfigurationNode;
}

export function checkField(entry: FieldEntry): void {
  const { draft, resource, name, field, node } = entry;
  if (node.is === 'map') keepNode(draft, resource, name, node);
  resource.fieldSpans[name] = node.span;
  if (isNull(node)) return void checkNull(entry);
  const { type } = field;
  if (type.is === 'ref') return void checkReference(entry, type);
  if (field.fromFile && node.is === 'map') {
    // For example `certificate: { file: certs/okta.pem }`.
    const path = valueUnder(entry, 'file');
    if (path !== undefined) checkFileField({ ...entry, node: path });
    return;
  }
  const value = checkValue(draft.problems, node, type, nameOf(entry));
  if (value === undefined) return;
  resource.fields[name] = value;
  if (type.is === 'text' && type.format === 'condition' && node.is === 'scalar')
    draft.conditions.push({ of: resource, field: name, node });
  keepIds(entry, type, node);
}

/** Keeps the ids inside a value for a later check. */
function keepIds(entry: FieldEntry, type: FieldType, node: ConfigurationNode): void {
  if (type.is === 'list' && node.is === 'list') for (const item of node.items) keepIds(entry, type.of, item);
  if (type.is !== 'record' || node.is !== 'map') return;
  for (const { key, value } of node.entries) {
    const member = Object.hasOwn(type.members, key) ? type.members[key] : undefined;
    if (member === undefined) continue;
    if (member.idOf !== undefined && value.is === 'scalar')
      entry.draft.ids.push({ of: entry.resource, kind: member.idOf, node: value });
    keepIds(entry, member.type, value);
  }
}

function nameOf({ resource, name }: FieldEntry) {
  return `${resource.address}: ${name}`;
}

function checkNull(entry: FieldEntry) {
  const { draft, resource, name, field, node } = entry;
  if (field.clearable) {
    resource.fields[name] = null;
    return;
  }
  const { is } = field.type;
  const isMap = is === 'keyed' || is === 'claims' || is === 'texts';
  const empty = is === 'list' ? '`[]`' : isMap ? '`{}`' : undefined;
  const unchanged = 'remove the key to leave the value unchanged';
  draft.problems.add('E-NULL', node.span, {
    message: `${nameOf(entry)} cannot be null`,
    label: 'the platform cannot clear this field',
    hint: empty === undefined ? unchanged : `write ${empty} to empty it, or ${unchanged}`,
  });
}

function checkReference(entry: FieldEntry, type: Extract<FieldType, { is: 'ref' }>) {
  const { draft, resource, name: field } = entry;
  const node = type.under === undefined ? entry.node : valueUnder(entry, type.under);
  const key = node && checkText(draft.problems, node, { is: 'text', min: 1 }, nameOf(entry));
  if (node !== undefined && key !== undefined)
    draft.references.push({ from: resource, field, type, key, span: node.span });
}

/** Returns the value of a map with one key, such as `{ site: docs }`. */
function valueUnder(entry: FieldEntry, key: string) {
  const { problems } = entry.draft;
  const name = nameOf(entry);
  const map = mapOf(problems, entry.node, name);
  if (map === undefined) return undefined;
  for (const each of map.entries) if (each.key !== key) reportUnknownKey(problems, each.key, each.keySpan, name, [key]);
  const found = entryOf(map, key);
  if (found === undefined) reportMissing(problems, name, key, map.span);
  return found?.value;
}

/** The text of the file is the value. The path is relative to the configuration file. */
export function checkFileField(entry: FieldEntry): void {
  const { draft, resource, name, field, node } = entry;
  const path = checkText(draft.problems, node, { is: 'text', min: 1 }, `the path for ${nameOf(entry)}`);
  if (path === undefined) return;
  const { span } = node;
  resource.fieldSpans[name] = span;
  // A specification can be published instead.
  const instead = field.fileKey === undefined ? undefined : 'publish the specification and declare its `url`';
  const text = draft.sources.read(joinPath(directoryOf(span.file), path), span, instead);
  if (text === undefined || field.type.is !== 'text') return;
  const plain = withPlainLines(text);
  const scalar = { is: 'scalar', value: plain, source: plain, span } as const;
  const value = checkText(draft.problems, scalar, field.type, nameOf(entry));
  if (value !== undefined) resource.fields[name] = value;
}
