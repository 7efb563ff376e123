/** Blocks invalid values of custom fields that another configuration manages. */

import { complaint } from '../core/custom-value.ts';
import { once } from '../core/once.ts';
import type { KindName, Live } from '../core/state.ts';
import { asMap, type Value } from '../core/value.ts';
import { keyedFields, shapeOf } from '../kinds/shape.ts';
import { type Draft, type DraftStep, ownChange } from './draft.ts';

/** Validation covers fields of this configuration. A field that was not read is unknown, not missing. */
export function checkCustomValues(draft: Draft): void {
  const { desired, live } = draft.world.input;
  const seen = once(() => definitionsIn(live));
  for (const each of draft.steps.values()) {
    for (const { name, keysRefer } of keyedFields(shapeOf(draft.world, each.kind))) {
      const isDeclared = desired.lists.some(({ kind }) => kind === keysRefer);
      for (const [key, value] of Object.entries(isDeclared ? {} : asMap(each.fields[name])))
        checkValue(draft, each, keysRefer, key, value, seen().get(key));
    }
  }
}

type Definition = { readonly [field: string]: Value };

/** The values of each space contain the definitions. */
function definitionsIn({ objects }: Live): ReadonlyMap<string, Definition> {
  return new Map(objects.flatMap(({ fields }) => Object.entries(asMap(fields.definitions)) as [string, Definition][]));
}

function checkValue(
  draft: Draft,
  { address }: DraftStep,
  kind: KindName,
  key: string,
  value: Value,
  definition?: Definition,
): void {
  const wrong = definition === undefined ? undefined : complaint(value, { fields: definition });
  if (wrong === undefined) return;
  ownChange(draft, address, 'update').blocked ??= {
    code: 'B-CUSTOM-VALUE',
    reason: `${key} must be ${wrong}`,
    hint: `the ${shapeOf(draft.world, kind).title} is ${String(definition?.type)} on the platform, and another configuration manages it`,
  };
}
