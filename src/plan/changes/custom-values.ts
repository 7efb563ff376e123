/** Blocks values that do not match a custom field of the platform. */
import { complaint } from '../../core/custom-value.ts';
import { once } from '../../core/once.ts';
import { asMap, type KindName, type Value } from '../../core/state.ts';
import { keyedFields, shapeOf } from '../../kinds/shape.ts';
import { type Draft, type DraftStep, ownChange } from '../draft/draft.ts';

/** Validation covers fields of this configuration. A field that was not read is unknown, not missing. */
export function checkCustomValues(draft: Draft): void {
  const { desired, live } = draft.world.input;
  // The values of each space contain the definitions.
  const seen = once(() => new Map(live.objects.flatMap(({ fields }) => Object.entries(asMap(fields.definitions)))));
  for (const each of draft.steps.values()) {
    for (const { name, keysRefer } of keyedFields(shapeOf(draft.world, each.kind))) {
      const isDeclared = desired.lists.some(({ kind }) => kind === keysRefer);
      for (const [key, value] of Object.entries(isDeclared ? {} : asMap(each.fields[name])))
        checkValue(draft, each, keysRefer, key, value, seen().get(key));
    }
  }
}

function checkValue(
  draft: Draft,
  { address }: DraftStep,
  kind: KindName,
  key: string,
  value: Value,
  seen: Value | undefined,
) {
  const definition = asMap(seen);
  const wrong = seen === undefined ? undefined : complaint(value, { fields: definition });
  if (wrong === undefined) return;
  ownChange(draft, address, 'update').blocked ??= {
    code: 'B-CUSTOM-VALUE',
    reason: `${key} must be ${wrong}`,
    hint: `the ${shapeOf(draft.world, kind).title} is ${String(definition.type)} on the platform, and another configuration manages it`,
  };
}
