/** The properties that policy rules can check. */
import type { RuleSubjects } from '../config/policy/rules.ts';
import type { RuleSubject } from '../core/policy.ts';
import { shapes } from '../kinds/index.ts';
import { planSchema } from '../report/plan/json.ts';

type Schema = { readonly [keyword: string]: unknown };

/** Parts of the plan document that do not exist yet when rules are checked. */
const madeAfterwards = ['policy', 'readAt', 'revision', 'token', 'rehearsal', 'isMasked', 'checksum'];

/** Fields that every change can have. */
const fieldsOfLedger = ['protect', 'prune'];

export function ruleSubjects(): RuleSubjects {
  const kinds = [...shapes.keys()];
  const { properties, definitions } = planSchema() as {
    readonly properties: { readonly [name: string]: Schema };
    readonly definitions: Schema;
  };
  const itemOf = (list: string) =>
    (properties[list] as { readonly items: { readonly properties: Schema } }).items.properties;
  const map = (of: Schema): Schema => ({ type: 'object', properties: of });
  const request = map({ title: { type: 'string' } });
  const changeOf = (chosen: readonly string[]) => {
    const fields = chosen.flatMap((kind) => Object.keys(shapes.get(kind)?.fields ?? {}));
    const side = map(Object.fromEntries([...fields, ...fieldsOfLedger].map((field) => [field, {}])));
    return { ...itemOf('changes'), before: side, after: side, request };
  };
  const impact = { ...itemOf('impact'), request };
  const whole = Object.fromEntries(Object.entries(properties).filter(([name]) => !madeAfterwards.includes(name)));
  const list = (of: Schema): Schema => ({ type: 'array', items: map(of) });
  const plan = {
    ...whole,
    organization: { type: 'string' },
    changes: list(changeOf(kinds)),
    impact: list(impact),
    request,
  };
  const stateOf = (chosen: readonly string[]) => {
    const fields = chosen.flatMap((kind) => Object.keys(shapes.get(kind)?.fields ?? {}));
    const text = { type: 'string' };
    const all = map(Object.fromEntries(fields.map((field) => [field, {}])));
    return { address: text, kind: text, id: text, fields: all, readBy: { type: 'array', items: text } };
  };
  const documents: { readonly [S in RuleSubject]: (chosen: readonly string[]) => Schema } = {
    change: changeOf,
    impact: () => impact,
    plan: () => plan,
    state: stateOf,
  };
  return { kinds, shapes, documentOf: (on, chosen) => ({ ...map(documents[on](chosen ?? kinds)), definitions }) };
}
