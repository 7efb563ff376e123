/** The form of answers in the vendor's dialect: members that each kind of object has there. */
import type { Context } from '../context.ts';

interface Item {
  readonly object: string;
  readonly id: string;
  readonly permissions?: { readonly [name: string]: boolean };
  readonly [member: string]: unknown;
}

/** Changed members by kind of object. Undefined removes a member. */
const changes: { readonly [object: string]: (context: Context, item: Item) => object } = {
  space: (_, { permissions }) => ({
    mergeRules: { type: 'inherit' },
    permissions: { ...permissions, installIntegration: permissions?.admin === true },
  }),
  'site-section': ({ store }, { id }) => ({ draft: store.find('section', id)?.data.draft === true }),
  'site-space': ({ store }, { id }) => {
    const { draft = false, hidden = false } = store.find('site-space', id)?.data ?? {};
    return { draft, hidden };
  },
};

function isItem(value: object): value is Item {
  return typeof (value as Partial<Item>).object === 'string';
}

export function presented(context: Context, answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map((item) => presented(context, item));
  if (typeof answer !== 'object' || answer === null) return answer;
  const whole = isItem(answer) ? { ...answer, ...changes[answer.object]?.(context, answer) } : answer;
  const members = Object.entries(whole).filter(([, value]) => value !== undefined);
  return Object.fromEntries(members.map(([name, value]) => [name, presented(context, value)]));
}
