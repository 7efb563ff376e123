/** Blocks values that do not match a custom field of the platform. */
import { whyValueDoesNotFit } from '../../core/custom-value.ts';
import { cacheFirstResult } from '../../core/once.ts';
import { type KindName, mapOrEmpty, type Value } from '../../core/state.ts';
import { keyedFields, shapeOf } from '../../kinds/shape.ts';
import { changeCreating, type Draft, type DraftStep } from '../draft/draft.ts';

/** Validation covers fields of this configuration. A field that was not read is unknown, not missing. */
export function blockMismatchedValues(draft: Draft): void {
  const { desired, live } = draft.world.input;
  // The values of each space contain the definitions.
  const seen = cacheFirstResult(
    () => new Map(live.objects.flatMap(({ fields }) => Object.entries(mapOrEmpty(fields.definitions)))),
  );
  for (const each of draft.steps.values()) {
    for (const { name, keysRefer } of keyedFields(shapeOf(draft.world, each.kind))) {
      const isDeclared = desired.lists.some(({ kind }) => kind === keysRefer);
      for (const [key, value] of Object.entries(isDeclared ? {} : mapOrEmpty(each.fields[name])))
        blockMismatchedValue(draft, each, keysRefer, key, value, seen().get(key));
    }
  }
}

function blockMismatchedValue(
  draft: Draft,
  { address }: DraftStep,
  kind: KindName,
  key: string,
  value: Value,
  seen: Value | undefined,
) {
  const definition = mapOrEmpty(seen);
  const wrong = seen === undefined ? undefined : whyValueDoesNotFit(value, { fields: definition });
  if (wrong === undefined) return;
  changeCreating(draft, address, 'update').blocked ??= {
    code: 'B-CUSTOM-VALUE',
    reason: `${key} must be ${wrong}`,
    hint: `the ${shapeOf(draft.world, kind).title} is ${String(definition.type)} on the platform, and another configuration manages it`,
  };
}
