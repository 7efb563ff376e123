/** Finds objects that do not comply with a policy rule about states. */
import { audienceOf } from '../../access/audience/of-object.ts';
import type { Address } from '../../core/address.ts';
import type { Expectation } from '../../core/expectation.ts';
import type { LiveObject, Value } from '../../core/state.ts';
import { type Answer, unreadAnswer, type View } from './view.ts';

type StateRule = Extract<Expectation, { readonly of: 'rule' }>;

export function brokenRule(view: View, rule: StateRule): readonly Answer[] {
  const { state, addressOf } = view;
  const fix = `change the object, or the rule ${rule.name} (${rule.span.file})`;
  const objects = state.live.objects.filter(({ kind }) => rule.kinds?.includes(kind) !== false);
  const broken = objects.filter((object) => !rule.isKept(documentOf(view, object)));
  const hidden = (rule.kinds ?? []).filter((kind) => isTop(view, kind) && !state.isWhole(kind, null));
  return [
    ...broken.map(
      (object): Answer => ({ status: 'violated', object, what: `${addressOf(object)}: ${rule.message}`, fix }),
    ),
    ...hidden.map((kind) =>
      unreadAnswer(
        state.shapes.get(kind)?.segment ?? kind,
        `other objects of the kind ${kind}`,
        'use a token that can read them',
      ),
    ),
  ];
}

function isTop({ state: { shapes } }: View, kind: string) {
  return shapes.has(kind) && shapes.get(kind)?.parents === undefined;
}

/** References are addresses. `readBy`: the visibilities of the published sites through which visitors can read the object. */
function documentOf({ state, addressOf }: View, object: LiveObject) {
  const { kind, id, fields } = object;
  const shape = state.shapes.get(kind)?.fields ?? {};
  const named = (name: string, value: Value): Value => {
    const type = shape[name]?.type;
    const target = type?.is === 'ref' && typeof value === 'string' ? state.find(type.to, value) : undefined;
    return target === undefined ? value : (addressOf(target) satisfies Address);
  };
  const gates = audienceOf(state, object).ways.flatMap((way) => (way.by === 'site' ? [way.gate ?? 'unknown'] : []));
  return {
    address: addressOf(object),
    kind,
    id: id.includes('/') ? null : id,
    fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, named(name, value)])),
    readBy: [...new Set(gates)].sort(),
  };
}
