/** Overrides of guards: flags allow a change in one plan, and rules of `policy.allow` allow it until a day, for one object. */
import { type Address, keyIn } from '../../core/address.ts';
import type { AllowableCode, AllowedObject, AllowRule } from '../../core/allow-rule.ts';
import type { AllowingRule } from '../../core/allowed.ts';
import { hasEnded } from '../../core/day.ts';
import { withoutUndefined } from '../../core/defined.ts';
import type { Blocked, Change, Plan } from '../result/change.ts';
import type { World } from './world.ts';

/** The block of a guard that users can override. */
export type Overridable = Pick<Blocked, 'reason' | 'hint'> & { readonly code: AllowableCode };

/** The object that a guard protects, and the code of the guard. `id`: undefined if the object does not exist yet, or has no id of its own. */
export interface Guarded {
  readonly code: AllowableCode;
  readonly address: Address;
  readonly id: string | undefined;
}

type Overrides = Pick<World, 'input' | 'desired' | 'ledger'>;

/** Whether a flag allows what guards would block at the address. */
export function isAllowedByFlag({ input }: Pick<World, 'input'>, address: Address): boolean {
  return input.allowances?.addresses.includes(address) === true;
}

/** The rule of `policy.allow` that lets the guard pass. */
export function findAllowingRule(world: Overrides, guarded: Guarded): AllowingRule | undefined {
  const rules = currentRules(world).filter((rule) => 'address' in rule);
  const rule = rules.find((each) => isCoveringGuard(each, guarded) && isRuleForObject(world, each, guarded));
  return rule && allowingRule(rule, guarded.id);
}

/** The rule of `policy.allow` for a plan with exactly this number of deletes. */
export function findRuleForDeletes(world: Overrides, count: number): AllowingRule | undefined {
  const rule = currentRules(world).find((each) => 'deletes' in each && each.deletes === count);
  return rule && allowingRule(rule);
}

/** The code of a guard of the whole plan that a rule lets pass. */
export function warningCodeOf(code: string): string {
  return code.replace(/^B-/, 'W-');
}

/** Without a day, no rule is known to be current. */
function currentRules({ input: { today }, desired }: Overrides): readonly AllowRule[] {
  return today === undefined ? [] : (desired.policy.allow ?? []).filter((rule) => !hasEnded(rule, today));
}

/** An interrupted copy is a new event each time, so only a rule that names the code allows another copy. */
function isCoveringGuard(rule: AllowedObject, { address, code }: Guarded) {
  return rule.address === address && (rule.code === undefined ? code !== 'B-UNCERTAIN-COPY' : rule.code === code);
}

/** Another object behind the address is not allowed. The address of an undeclared object contains its id. */
function isRuleForObject({ ledger }: Overrides, rule: AllowedObject, { address, id }: Guarded) {
  if (rule.id !== undefined) return rule.id === id;
  return id === undefined || ledger.get(address)?.id === id || keyIn(address) === `id:${id}`;
}

function allowingRule({ until, reason, span }: AllowRule, id?: string): AllowingRule {
  return { ...withoutUndefined({ id }), until, reason, source: span };
}

/** Rules that have ended, and in a whole plan also rules that no guard needed. Both would surprise in a later plan. */
export function notesOnRules(
  world: Overrides,
  { changes, guards }: { readonly changes: readonly Pick<Change, 'allowed'>[]; readonly guards: readonly Blocked[] },
): Plan['notes'] {
  const { today, scope } = world.input;
  const used = [...changes.flatMap(({ allowed = [] }) => allowed), ...guards].flatMap(({ rule }) => rule?.source ?? []);
  return (world.desired.policy.allow ?? []).flatMap((rule) => {
    const address = 'address' in rule ? rule.address : 'policy';
    const name = `the rule of \`policy.allow\` at ${rule.span.file}:${rule.span.line}`;
    if (today !== undefined && hasEnded(rule, today))
      return [{ address, text: `${name} ended on ${rule.until} and allows nothing: remove it` }];
    if (scope !== undefined || today === undefined || used.includes(rule.span)) return [];
    return [{ address, text: `${name} allows nothing in this plan: remove it if its change was applied` }];
  });
}

/** The block with its overrides: the flag, and the start of a rule. */
export function withOverrides(blocked: Overridable, all: readonly Guarded[]): Blocked {
  return {
    ...blocked,
    override: all.map(({ address }) => `--allow ${address}`).join(' '),
    allow: all.map(({ address, code, id }) => ({ address, ...withoutUndefined({ id }), code })),
  };
}
