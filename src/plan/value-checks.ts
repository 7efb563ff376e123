/** Blocks values that the platform would reject or ignore: conditions with unknown claims, and values of custom fields that another configuration manages. */
import { topOf } from '../core/address.ts';
import { parseCondition } from '../core/condition.ts';
import { complaint } from '../core/custom-value.ts';
import { once } from '../core/once.ts';
import { asMap, type KindName, type Value } from '../core/state.ts';
import { type FieldShape, isCondition } from '../kinds/field.ts';
import { addressPath, keyedFields, shapeOf } from '../kinds/shape.ts';
import { type Draft, type DraftStep, ownChange } from './draft.ts';

export function checkConditions(draft: Draft): void {
  for (const each of draft.steps.values()) {
    for (const [name, value] of Object.entries(each.fields)) {
      const field = draft.world.shapes.get(each.kind)?.fields[name];
      if (field === undefined || !isCondition(field) || typeof value !== 'string') continue;
      for (const kind of field.after ?? []) checkClaims(draft, each, kind, value);
      noteIdle(draft, each, name, field);
    }
  }
}

function checkClaims(draft: Draft, step: DraftStep, kind: string, text: string) {
  const top = topOf(step.address);
  const segment = draft.world.shapes.get(kind)?.segment;
  if (draft.world.desiredAt.has(`${top}/${segment}`)) return;
  const topId = draft.matches.idOf(top);
  if (topId !== undefined && draft.world.liveList(kind, topId)?.unknown !== undefined) return;
  const schema = topId === undefined ? undefined : draft.world.liveIn(kind, topId)[0];
  const condition = parseCondition(text);
  if ('fault' in condition) return;
  const missing = condition.claims.find(
    ({ name, isUnsigned }) => !(name in asMap(schema?.fields[isUnsigned ? 'unsigned' : 'claims'])),
  );
  if (missing === undefined) return;
  const reason =
    schema === undefined
      ? `${top} has no visitor schema`
      : `the visitor schema of ${top} has no${missing.isUnsigned ? ' unsigned' : ''} claim "${missing.name}"`;
  ownChange(draft, step.address, 'update').blocked ??= {
    code: 'B-CONDITION-CLAIM',
    reason: `the condition uses the claim "${missing.name}", but ${reason}`,
    hint: `declare the claim under \`${segment}\` of the site`,
  };
}

/** A condition that is not evaluated does not restrict access. */
function noteIdle(draft: Draft, { address, kind }: DraftStep, name: string, { effectiveWith }: FieldShape) {
  const { world, matches } = draft;
  const container =
    effectiveWith && addressPath(address, world.shapes)?.find((part) => part.kind === effectiveWith.kind)?.address;
  const match = container === undefined ? undefined : matches.at.get(container);
  if (effectiveWith === undefined || match === undefined) return;
  const { field, value } = effectiveWith;
  const now = match.resource.fields[field] ?? match.live?.fields[field] ?? match.shape.fields[field]?.defaultValue;
  if (now === value) return;
  const note = `${field} of ${container} is not ${String(value)}, so visitors who do not meet the ${name} may still see this ${shapeOf(world, kind).title}`;
  const { notes } = ownChange(draft, address, 'update');
  if (!notes.includes(note)) notes.push(note);
}

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
