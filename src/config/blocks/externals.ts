/** Adds resources with `external`, which are referenced but not managed. */
import { type KindShape, shapeOf } from '../../kinds/shape.ts';
import { idPattern } from '../grammar.ts';
import type { MapNode } from '../yaml/node.ts';
import { type ConfigurationDraft, type DraftResource, keepNode } from './draft.ts';
import { type FixedFields, readFixed } from './values.ts';

/** Only an id identifies an object of a kind without titles. */
export function externalFields({ fields }: KindShape): FixedFields {
  const id = { type: { is: 'text', pattern: idPattern } } as const;
  return fields.title === undefined ? { id } : { id, title: { type: { is: 'text', min: 1 } } };
}

/** `external`: a reference to an object that this configuration does not manage. */
export function declareExternal(draft: ConfigurationDraft, resource: DraftResource, map: MapNode): void {
  const { problems } = draft;
  const { address } = resource;
  const shape = shapeOf(draft, resource.kind);
  const name = `${address}: external`;
  resource.isExternal = true;
  resource.fields = {};
  for (const { key, value, keySpan } of map.entries) {
    if (key !== 'external') {
      problems.add('E-EXTERNAL', keySpan, {
        message: `${address} is external and cannot have the key "${key}"`,
        label: 'not managed by this configuration',
        hint: 'remove the key; or remove `external` to manage the object here',
      });
      continue;
    }
    const fields = externalFields(shape);
    const read = readFixed(problems, value, name, fields, (field) => `${name}: ${field}`);
    if (read === undefined) continue;
    const { values, nodes } = read;
    if (Object.keys(nodes).length !== 1)
      problems.add('E-ONE-OF', keySpan, { message: `${name} needs exactly one of ${Object.keys(fields).join(', ')}` });
    if (nodes.id !== undefined) keepNode(draft, resource, 'id', nodes.id);
    if (shape.key !== 'name' && typeof values.id === 'string' && values.id !== resource.key)
      problems.add('E-EXTERNAL', nodes.id?.span ?? keySpan, {
        message: `the id of ${address} must be its key, because the key is the ${shape.key.field}`,
        hint: `use ${values.id} as the key`,
      });
    if (typeof values.id === 'string') resource.pin = values.id;
    else if (typeof values.title === 'string') resource.fields = { title: values.title };
  }
}
