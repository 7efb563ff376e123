/** Blocks conditions on claims that the site will not have, and notes conditions without effect. */
import { topLevelAddress } from '../../core/address.ts';
import { parseCondition } from '../../core/condition.ts';
import { mapOrEmpty } from '../../core/state.ts';
import { type FieldShape, isCondition } from '../../kinds/field.ts';
import { parseAddress, shapeOf } from '../../kinds/shape.ts';
import { changeCreating, type Draft, type DraftStep } from '../draft/draft.ts';

export function blockUnknownClaims(draft: Draft): void {
  for (const each of draft.steps.values()) {
    for (const [name, value] of Object.entries(each.fields)) {
      const field = draft.world.shapes.get(each.kind)?.fields[name];
      if (field === undefined || !isCondition(field) || typeof value !== 'string') continue;
      for (const kind of field.after ?? []) blockUnknownClaimsOf(draft, each, kind, value);
      noteIneffectiveCondition(draft, each, name, field);
    }
  }
}

function blockUnknownClaimsOf(draft: Draft, step: DraftStep, kind: string, text: string) {
  const top = topLevelAddress(step.address);
  const segment = draft.world.shapes.get(kind)?.segment;
  if (draft.world.desiredAt.has(`${top}/${segment}`)) return;
  const topId = draft.matches.idOf(top);
  if (topId !== undefined && draft.world.liveList(kind, topId)?.unknown !== undefined) return;
  const schema = topId === undefined ? undefined : draft.world.liveIn(kind, topId)[0];
  const condition = parseCondition(text);
  if ('fault' in condition) return;
  const missing = condition.claims.find(
    ({ name, isUnsigned }) => !(name in mapOrEmpty(schema?.fields[isUnsigned ? 'unsigned' : 'claims'])),
  );
  if (missing === undefined) return;
  const reason =
    schema === undefined
      ? `${top} has no visitor schema`
      : `the visitor schema of ${top} has no${missing.isUnsigned ? ' unsigned' : ''} claim "${missing.name}"`;
  changeCreating(draft, step.address, 'update').blocked ??= {
    code: 'B-CONDITION-CLAIM',
    reason: `the condition uses the claim "${missing.name}", but ${reason}`,
    hint: `declare the claim under \`${segment}\` of the site`,
  };
}

/** A condition that is not evaluated does not restrict access. */
function noteIneffectiveCondition(
  draft: Draft,
  { address, kind }: DraftStep,
  name: string,
  { effectiveWith }: FieldShape,
) {
  const { world, matches } = draft;
  const container =
    effectiveWith && parseAddress(address, world.shapes)?.find((part) => part.kind === effectiveWith.kind)?.address;
  const match = container === undefined ? undefined : matches.at.get(container);
  if (effectiveWith === undefined || match === undefined) return;
  const { field, value } = effectiveWith;
  const now = match.resource.fields[field] ?? match.live?.fields[field] ?? match.shape.fields[field]?.defaultValue;
  if (now === value) return;
  const note = `${field} of ${container} is not ${String(value)}, so visitors who do not meet the ${name} may still see this ${shapeOf(world, kind).title}`;
  const { notes } = changeCreating(draft, address, 'update');
  if (!notes.includes(note)) notes.push(note);
}
