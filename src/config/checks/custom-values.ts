/** Checks the values of custom fields against the fields that the configuration declares. */
import { whyValueDoesNotFit } from '../../core/custom-value.ts';
import type { Value } from '../../core/state.ts';
import { keyedFields, shapeOf } from '../../kinds/shape.ts';
import { type ConfigurationDraft, type DraftResource, placeOf } from '../blocks/draft.ts';
import { didYouMean, replacementFix } from '../problem-list.ts';
import type { MapEntry } from '../yaml/node.ts';

export function checkCustomValues(draft: ConfigurationDraft): void {
  const listed = new Set(draft.lists.map(({ list }) => list));
  draft.at.forEach((resource) => {
    keyedFields(shapeOf(draft, resource.kind)).forEach(({ name, keysRefer }) => {
      const node = draft.nodes.get(resource)?.[name];
      const segment = draft.shapes.get(keysRefer)?.segment;
      // Without a list of custom fields, they are managed elsewhere.
      if (segment === undefined || node?.is !== 'map' || !listed.has(segment)) return;
      for (const entry of node.entries) checkEntry(draft, resource, entry, segment);
    });
  });
}

function checkEntry(draft: ConfigurationDraft, resource: DraftResource, entry: MapEntry, segment: string) {
  const { problems, scopes } = draft;
  const fields = scopes.get(segment);
  const field = fields?.get(entry.key);
  if (field === undefined) {
    const near = problems.suggest(entry.key, fields?.keys() ?? []);
    const place = near === undefined ? undefined : fields?.get(near);
    return void problems.add('E-REF-UNKNOWN', entry.keySpan, {
      message: `unknown custom field "${entry.key}"`,
      label: 'not declared',
      hint:
        didYouMean(near, place && `${place.address}, ${placeOf(place.span)}`) ??
        `declare the custom field under \`${segment}\``,
      fix: replacementFix(near),
    });
  }
  draft.named.push({ address: field.address, span: entry.keySpan });
  const value = writtenValue(entry);
  const wrong = value === undefined ? undefined : whyValueDoesNotFit(value, field);
  if (wrong === undefined) return;
  problems.add('E-CUSTOM-VALUE', entry.value.span, {
    message: `${resource.address}: ${entry.key} must be ${wrong}`,
    hint: `match the declared type ${String(field.fields.type)}`,
    related: [{ message: 'declared here', span: field.span }],
  });
}

function writtenValue({ value }: MapEntry): Value | undefined {
  if (value.is === 'scalar') return value.value ?? undefined;
  if (value.is !== 'list') return undefined;
  return value.items.map((item) => (item.is === 'scalar' ? item.value : null));
}
