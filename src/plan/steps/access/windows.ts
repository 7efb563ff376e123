/** Reports moments of an apply at which more people have access than before and after, and keeps them short: the step that closes one directly follows the step that opens it. */
import { abilityOf } from '../../../audience/ability.ts';
import type { Way } from '../../../audience/audience.ts';
import { defined } from '../../../core/defined.ts';
import { shapeOf } from '../../../kinds/shape.ts';
import { change, type Draft, type DraftChange, type DraftStep, needs } from '../../draft/draft.ts';
import type { OpenWindow } from '../../result/change.ts';
import type { StepId } from '../../result/step.ts';
import { waitsFor } from '../waiting.ts';
import type { Window } from './access-order.ts';

/** Returns the windows of the plan. `impact` marks their changes as high-risk. */
export function announceWindows(draft: Draft, windows: readonly Window[]): readonly OpenWindow[] {
  const found = new Map<string, OpenWindow>();
  for (const { closing, opening, ways, object } of windows) {
    const [opened] = opening.toSorted((a, b) => Number(b.operation === 'create') - Number(a.operation === 'create'));
    // A step that sets a restriction, rather than one that also moves the object.
    const rankOf = (each: DraftStep) =>
      Number(decisiveField(draft, each) === undefined) * 2 + Number(each.address !== opened?.address);
    const [closed] = closing.toSorted((a, b) => rankOf(a) - rankOf(b));
    if (opened === undefined || closed === undefined) continue;
    const field = decisiveField(draft, closed);
    const key = `${closed.id} ${opened.id}`;
    if (!found.has(key)) {
      const of = draft.changes.find(({ steps }) => steps.includes(closed.id)) ?? change(draft, closed, 'update');
      found.set(key, {
        address: of.address,
        ...defined({ field: shownField(of, field) }),
        what: `${whoOf(ways)} until docform ${doingOf(closed, field)} in a second request`,
        object: { kind: object.kind, id: object.id },
        opening: opened.id,
        closing: closed.id,
      });
    }
    closeDirectly(draft, opened, closed);
  }
  return [...found.values()];
}

/** The steps that directly follow another one, by the other one. */
export function directlyAfter(windows: readonly OpenWindow[]): ReadonlyMap<StepId, StepId> {
  return new Map(windows.map(({ opening, closing }) => [opening, closing]));
}

function decisiveField({ world }: Draft, { kind, fields }: DraftStep) {
  const shape = shapeOf(world, kind);
  return Object.keys(fields).find((name) => shape.fields[name]?.exposure !== undefined);
}

/** The field of the change that reports mark: the decisive one, or the first. */
function shownField({ fields }: DraftChange, field: string | undefined) {
  return (fields.find((each) => each.field === field) ?? fields[0])?.field;
}

function doingOf({ operation }: DraftStep, field: string | undefined) {
  if (operation === 'delete') return 'deletes it';
  return field === undefined ? 'moves it' : `sets ${field}`;
}

function whoOf(ways: readonly Way[]) {
  const gates = ways.flatMap((way) => (way.by === 'site' ? [way.gate] : []));
  if (gates.includes('public')) return 'anyone can read it';
  if (gates.includes('unlisted')) return 'anyone who knows its URL can read it';
  if (gates.includes('share-link')) return 'anyone who has the share link can read it';
  if (gates.length > 0) return 'visitors of the site can read it';
  return `more people can ${abilityOf(ways)} it`;
}

/** Everything else that the closing step needs is done before the window opens. */
function closeDirectly(draft: Draft, opened: DraftStep, closed: DraftStep) {
  for (const id of closed.needs) {
    const before = draft.steps.get(id);
    if (before !== undefined && before !== opened && !waitsFor(draft, before, opened)) needs(opened, id);
  }
}
