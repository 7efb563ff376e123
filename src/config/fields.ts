/** Checks one field of a block, and adds its value or reference to the draft. */
import type { FieldShape, FieldType } from '../kinds/field.ts';
import { withPlainLines } from '../kinds/text-forms.ts';
import type { ConfigurationDraft, DraftResource } from './draft.ts';
import { directoryOf, joinPath } from './file-reader.ts';
import { mapOf, reportMissing, reportUnknownKey } from './fixed-map.ts';
import { type ConfigurationNode, entryOf, isNull } from './node.ts';
import { checkText } from './scalar-values.ts';
import { checkValue } from './values.ts';

export function checkField(
  draft: ConfigurationDraft,
  resource: DraftResource,
  name: string,
  field: FieldShape,
  node: ConfigurationNode,
): void {
  if (node.is === 'map') resource.nodes[name] = node;
  resource.fieldSpans[name] = node.span;
  if (isNull(node)) return void checkNull(draft, resource, name, field, node);
  const { type } = field;
  if (type.is === 'ref') return void checkReference(draft, resource, name, type, node);
  if (field.fromFile && node.is === 'map') return void checkFileMap(draft, resource, name, field, node);
  const what = `${resource.address}: ${name}`;
  const value = checkValue(draft.problems, node, type, what);
  if (value === undefined) return;
  resource.fields[name] = value;
  if (type.is === 'text' && type.format === 'condition' && node.is === 'scalar')
    draft.conditions.push({ of: resource, field: name, node });
}

function checkNull(
  draft: ConfigurationDraft,
  resource: DraftResource,
  name: string,
  { clearable, type }: FieldShape,
  node: ConfigurationNode,
): void {
  if (clearable) {
    resource.fields[name] = null;
    return;
  }
  const empty = type.is === 'list' ? '`[]`' : type.is === 'keyed' || type.is === 'claims' ? '`{}`' : undefined;
  const hint =
    empty === undefined
      ? 'remove the key to leave the value unchanged'
      : `write ${empty} to empty it, or remove the key to leave the value unchanged`;
  draft.problems.add('E-NULL', node.span, {
    message: `${resource.address}: ${name} cannot be null`,
    label: 'the platform cannot clear this field',
    hint,
  });
}

function checkReference(
  draft: ConfigurationDraft,
  resource: DraftResource,
  field: string,
  type: Extract<FieldType, { is: 'ref' }>,
  node: ConfigurationNode,
): void {
  const what = `${resource.address}: ${field}`;
  const keyNode = type.under === undefined ? node : valueUnder(draft, node, type.under, what);
  const key = keyNode && checkText(draft.problems, keyNode, { is: 'text', min: 1 }, what);
  if (keyNode !== undefined && key !== undefined)
    draft.references.push({ from: resource, field, type, key, span: keyNode.span });
}

/** Returns the value of a map with one key, such as `{ site: docs }`. */
function valueUnder({ problems }: ConfigurationDraft, node: ConfigurationNode, key: string, name: string) {
  const map = mapOf(problems, node, name);
  if (map === undefined) return undefined;
  for (const entry of map.entries)
    if (entry.key !== key) reportUnknownKey(problems, entry.key, entry.keySpan, name, [key]);
  const entry = entryOf(map, key);
  if (entry === undefined) reportMissing(problems, name, key, map.span);
  return entry?.value;
}

/** For example `certificate: { file: certs/okta.pem }`. */
function checkFileMap(
  draft: ConfigurationDraft,
  resource: DraftResource,
  name: string,
  field: FieldShape,
  node: ConfigurationNode,
): void {
  const path = valueUnder(draft, node, 'file', `${resource.address}: ${name}`);
  if (path !== undefined) checkFileField(draft, resource, name, field, path);
}

/** The text of the file is the value. The path is relative to the configuration file. */
export function checkFileField(
  draft: ConfigurationDraft,
  resource: DraftResource,
  name: string,
  field: FieldShape,
  node: ConfigurationNode,
): void {
  const { problems, sources } = draft;
  const what = `${resource.address}: ${name}`;
  const path = checkText(problems, node, { is: 'text', min: 1 }, `the path for ${what}`);
  if (path === undefined) return;
  resource.fieldSpans[name] = node.span;
  const text = sources.read(joinPath(directoryOf(node.span.file), path), node.span);
  if (text === undefined || field.type.is !== 'text') return;
  const plain = withPlainLines(text);
  const value = checkText(problems, { is: 'scalar', value: plain, source: plain, span: node.span }, field.type, what);
  if (value !== undefined) resource.fields[name] = value;
}
