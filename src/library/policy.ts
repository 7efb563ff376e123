/** Checks plans with policy rules, and defines the documents that the rules check. */
import type { Cost } from '../apply/requests.ts';
import type { RuleSubjects } from '../config/rules.ts';
import { defined } from '../core/defined.ts';
import type { PolicyRule, RuleSubject } from '../core/policy.ts';
import { shapes } from '../kinds/index.ts';
import type { Allowances, ToldPlan } from '../plan/change.ts';
import { type PolicySubject, policyFindings, policyGuards } from '../plan/policy.ts';
import { isPolicyGuard } from '../plan/policy-guards.ts';
import { type PlanDocumentOptions, planFacts, planSchema } from '../report/json.ts';

export interface PolicyInput {
  readonly rules: readonly PolicyRule[];
  readonly title?: string;
  readonly version?: string;
  /** Paths that were given for this plan. An apply of the saved plan uses them again. */
  readonly named?: readonly string[];
}

export interface PlanFacts extends Cost {
  readonly host: string;
  readonly digest: string;
  readonly configuration: string;
  readonly allowances: Allowances;
}

export function checkedPlan(
  checked: ToldPlan,
  facts: PlanFacts,
  { rules, title = '', version, named = [] }: PolicyInput,
): ToldPlan {
  const { policy: _, ...plan } = { ...checked, guards: checked.guards.filter((guard) => !isPolicyGuard(guard)) };
  const subjects = subjectsOf(plan, { ...facts, ...defined({ version }) }, title);
  const findings = policyFindings(rules, subjects);
  return { ...plan, guards: [...policyGuards(findings), ...plan.guards], policy: { findings, named } };
}

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
  const documents: { readonly [S in RuleSubject]: (chosen: readonly string[]) => Schema } = {
    change: changeOf,
    impact: () => impact,
    plan: () => plan,
  };
  return { kinds, shapes, documentOf: (on, chosen) => ({ ...map(documents[on](chosen ?? kinds)), definitions }) };
}

/** `before` and `after` are maps, unlike in the document of the plan. `title`: title of the pull request. */
function subjectsOf(plan: ToldPlan, options: PlanDocumentOptions, title: string): readonly PolicySubject[] {
  const request = { title };
  const facts = planFacts(plan, options);
  const changes = facts.changes.map((change) => ({
    ...change,
    before: sideOf(change, 'before'),
    after: sideOf(change, 'after'),
    request,
  }));
  const impact = facts.impact.map((each) => ({ ...each, request }));
  return [
    ...changes.map((document, at) => {
      const { address, kind, action } = document;
      return { on: 'change' as const, document, address, kind, action, ...defined({ source: plan.changes[at]?.span }) };
    }),
    ...impact.map((document, at) => ({
      on: 'impact' as const,
      document,
      address: document.address,
      ...defined({ source: plan.impact[at]?.source }),
    })),
    { on: 'plan', document: { ...facts, organization: plan.organization, changes, impact, request } },
  ];
}

function sideOf({ fields }: ReturnType<typeof planFacts>['changes'][number], side: 'before' | 'after') {
  return Object.fromEntries(fields.flatMap((field) => (field[side] === undefined ? [] : [[field.field, field[side]]])));
}
