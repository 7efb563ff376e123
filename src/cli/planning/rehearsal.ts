/** Rehearses a plan: copies the organization to a reference platform in this process, and applies the plan there. */

import { withoutUndefined } from '../../core/defined.ts';
import type { Desired } from '../../core/state.ts';
import { apply } from '../../library/apply.ts';
import { type Copied, readCopy } from '../../library/import.ts';
import { plan } from '../../library/plan.ts';
import type { PlanOptions } from '../../library/plan-input.ts';
import { memoryLedger, openLocalPlatform, type Platform } from '../../library/platform.ts';
import { compareRehearsal } from '../../plan/approval/rehearsed.ts';
import type { NamedChange } from '../../plan/result/action.ts';
import { isBlocked } from '../../plan/result/change.ts';
import type { ApplyReport } from '../../plan/result/outcome.ts';
import type { Rehearsal } from '../../report/parts/rehearsal.ts';
import { count } from '../../report/wording/words.ts';
import { createPlatform, type FixtureObject } from '../../server/index.ts';
import { whileReading } from '../io/progress.ts';
import type { Session } from '../io/session.ts';
import { fixtureOf } from './fixture-of.ts';
import type { PlanSession } from './planning.ts';

export async function rehearse(
  session: Session,
  planning: PlanSession & Pick<Rehearsed, 'leftOut'>,
): Promise<Rehearsal> {
  if (isBlocked(planning.planned.plan)) return { status: 'skipped', reason: 'the plan is blocked' };
  if (planning.planned.plan.steps.length === 0)
    return { status: 'skipped', reason: 'the plan has no changes to apply' };
  return rehearseOn(await copyOf(session, planning), planning, session.keepSecret);
}

/** Seed number for ids of new objects in the copy. An uncommon number avoids ids of objects that come from another reference platform. */
const copySeedNumber = 1_907_361_125;

type Rehearsed = Pick<PlanSession, 'desired' | 'planned' | 'ledger' | 'scope'> &
  Partial<Pick<PlanSession, 'today'>> & { readonly leftOut?: readonly NamedChange[] };

export async function rehearseOn(
  copied: Copied,
  planning: Rehearsed,
  keepSecret: Session['keepSecret'],
): Promise<Exclude<Rehearsal, { status: 'skipped' }>> {
  const desired = holding(copied.desired, planning);
  const { world, warnings } = fixtureOf(desired, copySeedNumber, { trash: trashOf(copied) });
  const { dialect } = copied;
  const reference = createPlatform({ seed: world, dialect });
  keepSecret(reference.token);
  try {
    const platform = await openLocalPlatform({
      fetch: reference.fetch,
      answer: reference.answer,
      token: reference.token,
      host: planning.planned.host,
      dialect,
    });
    const { facts, report } = await carryOut(planning, platform);
    return {
      ...facts,
      status: facts.failures.length + facts.left.length === 0 ? 'passed' : 'failed',
      changes: report.counts,
      objects: desired.resources.length,
      requests: copied.readRequests,
      notCovered: [
        ...copied.leftOut.map(({ what, why }) => ({ what, why })),
        ...warnings.map((why) => ({ what: 'the copy', why })),
      ],
    };
  } finally {
    reference.close();
  }
}

async function copyOf(session: Session, { desired, target, ledger }: PlanSession) {
  const options = { organization: desired.organization, platform: target.platform, ledger, desired, ...target.traffic };
  const copied = await whileReading(session, readCopy, options, 'Copying: ');
  session.say(
    `Rehearsing on a copy of ${count(copied.desired.resources.length, 'object')} (${count(copied.readRequests, 'request')})\n`,
  );
  return copied;
}

/** Plans on the copy first, to verify that the copy is complete. Then applies the original plan and plans again. */
async function carryOut({ desired, ledger, planned, scope, today, leftOut = [] }: Rehearsed, platform: Platform) {
  const others = [...leftOut, ...(planned.plan.withheld ?? [])];
  const planPart = async (options: PlanOptions) => {
    const whole = await plan(options);
    return others.length === 0 ? whole : whole.without(others, 'shrink');
  };
  // The copy has no page views, and not all unmanaged objects.
  const { expect: _, ...declared } = desired;
  const { maxReaders: __, ...policy } = declared.policy;
  const options = {
    desired: { ...declared, policy },
    platform,
    allowances: planned.allowances,
    ...withoutUndefined({ scope, today }),
  };
  const kept = memoryLedger(planned.ledger);
  const onCopy = await planPart({ ...options, ledger });
  const report: ApplyReport = await apply({ plan: planned.plan }, { platform, ledger: kept });
  const second = await planPart({ ...options, ledger: kept });
  return {
    report,
    facts: compareRehearsal({ planned: planned.plan, onCopy: onCopy.plan, report, second: second.plan }),
  };
}

/** The copy needs an admin for its token: the declared `self`, or an admin that the plan does not change. */
function holding(copied: Desired, { desired, planned }: Rehearsed): Desired {
  const admins = copied.resources.filter(({ kind, fields }) => kind === 'member' && fields.role === 'admin');
  const touched = new Set(planned.plan.steps.map(({ address }) => address));
  const said = admins.find(({ key }) => key === desired.policy.self?.toLowerCase());
  const self = (said ?? admins.find(({ address }) => !touched.has(address)) ?? admins[0])?.key;
  return self === undefined ? copied : { ...copied, policy: { ...copied.policy, self } };
}

/** A restored space returns to its former collection. */
function trashOf({ live, desired }: Copied): readonly FixtureObject[] {
  const collections = new Map(
    desired.resources.flatMap(({ kind, pin, address }) => (kind === 'collection' ? [[pin, address]] : [])),
  );
  const deletedAt = new Date().toISOString();
  return live.objects.flatMap(({ kind, id, fields, isDeleted }) =>
    kind === 'space' && isDeleted === true
      ? [
          {
            kind,
            id,
            parent: null,
            pin: id,
            fields: { ...fields, collection: collections.get(String(fields.collection)) ?? null, deletedAt },
          },
        ]
      : [],
  );
}
