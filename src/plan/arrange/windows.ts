/** Reports moments of an apply at which more people have access than before and after, and keeps them short: the step that closes one directly follows the step that opens it. */
import { abilityPhrase } from '../../access/audience/ability.ts';
import type { Way } from '../../access/audience/audience.ts';
import { withoutUndefined } from '../../core/defined.ts';
import { shapeOf } from '../../kinds/shape.ts';
import type { Drafted, DraftedChange } from '../draft/drafted.ts';
import { changeKey } from '../result/action.ts';
import type { OpenWindow } from '../result/change.ts';
import type { Step, StepId } from '../result/step.ts';
import { waitsFor } from '../steps/waiting.ts';
import type { Window } from './access-order.ts';
import { type Arranging, addNeededStep } from './arranging.ts';

/** The windows of the plan, and changes of closing steps that belong to no other change. `impact` marks their changes as high-risk. */
export function reportWindows(
  draft: Arranging,
  windows: readonly Window[],
): { readonly windows: readonly OpenWindow[]; readonly added: readonly DraftedChange[] } {
  const found = new Map<string, OpenWindow>();
  const added = new Map<string, DraftedChange>();
  for (const { closing, opening, ways, object } of windows) {
    const [opened] = opening.toSorted((a, b) => Number(b.operation === 'create') - Number(a.operation === 'create'));
    // A step that sets a restriction, rather than one that also moves the object.
    const closingRank = (each: Step) =>
      Number(firstExposedField(draft, each) === undefined) * 2 + Number(each.address !== opened?.address);
    const [closed] = closing.toSorted((a, b) => closingRank(a) - closingRank(b));
    if (opened === undefined || closed === undefined) continue;
    const field = firstExposedField(draft, closed);
    const key = `${closed.id} ${opened.id}`;
    if (!found.has(key)) {
      const of = draft.changes.find(({ steps }) => steps.includes(closed.id)) ?? updateChangeOf(draft, closed, added);
      found.set(key, {
        address: of.address,
        ...withoutUndefined({ field: markedField(of, field) }),
        what: `${wideningText(ways)} until docform ${closingActionText(closed, field)} in a second request`,
        object: { kind: object.kind, id: object.id },
        opening: opened.id,
        closing: closed.id,
      });
    }
    closeRightAfterOpening(draft, opened, closed);
  }
  return { windows: [...found.values()], added: [...added.values()] };
}

function updateChangeOf({ changeAt, matches }: Drafted, { address, kind }: Step, added: Map<string, DraftedChange>) {
  const key = changeKey({ address, action: 'update' });
  const match = matches.at.get(address);
  const id = match?.state === 'matched' ? match.live?.id : undefined;
  const empty = { address, kind, action: 'update' as const, fields: [], lost: [], notes: [], steps: [] };
  const own: DraftedChange = changeAt.get(key) ?? added.get(key) ?? { ...empty, ...withoutUndefined({ id }) };
  if (!changeAt.has(key)) added.set(key, own);
  return own;
}

/** The steps that directly follow another one, by the other one. */
export function stepsDirectlyAfter(windows: readonly OpenWindow[]): ReadonlyMap<StepId, StepId> {
  return new Map(windows.map(({ opening, closing }) => [opening, closing]));
}

function firstExposedField({ world }: Drafted, { kind, fields }: Step) {
  const shape = shapeOf(world, kind);
  return Object.keys(fields).find((name) => shape.fields[name]?.exposure !== undefined);
}

/** The field of the change that reports mark: the decisive one, or the first. */
function markedField({ fields }: DraftedChange, field: string | undefined) {
  return (fields.find((each) => each.field === field) ?? fields[0])?.field;
}

function closingActionText({ operation }: Step, field: string | undefined) {
  if (operation === 'delete') return 'deletes it';
  return field === undefined ? 'moves it' : `sets ${field}`;
}

function wideningText(ways: readonly Way[]) {
  const gates = ways.flatMap((way) => (way.by === 'site' ? [way.gate] : []));
  if (gates.includes('public')) return 'anyone can read it';
  if (gates.includes('unlisted')) return 'anyone who knows its URL can read it';
  if (gates.includes('share-link')) return 'anyone who has the share link can read it';
  if (gates.length > 0) return 'visitors of the site can read it';
  return `more people can ${abilityPhrase(ways)} it`;
}

/** Everything else that the closing step needs is done before the window opens. */
function closeRightAfterOpening(draft: Arranging, opened: Step, closed: Step) {
  for (const id of closed.needs) {
    const before = draft.steps.get(id);
    if (before !== undefined && before !== opened && !waitsFor(draft, before, opened))
      addNeededStep(draft, opened.id, id);
  }
}
