/** An approved plan is applied only with the approved effect: it gives and takes the same access as without the changes outside docform, judged by the tokens of all people. Both dialects. */
import { expect, test } from 'vitest';
import { apply } from '../../src/library/apply.ts';
import { approvedByDigest, approvedBySaved } from '../../src/library/approve.ts';
import { type Planned, plan } from '../../src/library/plan.ts';
import { memoryLedger } from '../../src/library/platform.ts';
import { isBlocked, remoteChanges } from '../../src/plan/result/change.ts';
import { saved } from '../plan/approving.ts';
import { openCase } from '../support/case-world.ts';
import { desiredOf } from '../support/desired.ts';
import { type Abilities, abilitiesOn } from './access-judge.ts';
import { type AccessPair, caseOfPair, drawAccessAfter, drawAccessPair } from './access-world.ts';
import { drawn } from './draw.ts';
import { always } from './law.ts';

interface Overtaken {
  readonly pair: AccessPair;
  /** The state of the platform when the plan is applied. */
  readonly meanwhile: AccessPair['before'];
}

const overtaken = drawn((draw): Overtaken => {
  const pair = drawAccessPair(draw, 1, 3);
  return { pair, meanwhile: drawAccessAfter(draw, pair.dialect, pair.before, draw.count(1, 2)) };
});

/** What an apply gives and takes. */
function difference(before: Abilities, after: Abilities) {
  return {
    given: [...after].filter((each) => !before.has(each)).sort(),
    taken: [...before].filter((each) => !after.has(each)).sort(),
  };
}

type Opened = Awaited<ReturnType<typeof openCase>>;

/** Applies a plan, and judges its effect. */
async function effectOf({ reference, options }: Opened, planned: Planned) {
  const before = await abilitiesOn(reference);
  await apply(planned, { platform: options.platform, ledger: options.ledger, maxWaitMs: 0 });
  return difference(before, await abilitiesOn(reference));
}

/** Changes the platform without a trace in the ledger. */
async function doByHand({ options, ids }: Opened, { pair, meanwhile }: Overtaken) {
  const desired = desiredOf(caseOfPair({ ...pair, after: meanwhile }), ids);
  const { ledger } = await options.ledger.load();
  const apartLedger = memoryLedger(ledger);
  const planned = await plan({ ...options, desired, ledger: apartLedger, maxWaitMs: 0 });
  if (!isBlocked(planned.plan)) await apply(planned, { ...options, ledger: apartLedger, maxWaitMs: 0 });
}

const namesOf = ({ plan: { changes } }: Planned) =>
  changes.map(({ address, action, fields }) => `${action} ${address} ${fields.map(({ field }) => field)}`).sort();

test('an approval is used only if the apply gives and takes the approved access', async () => {
  const figures = { refused: 0, applied: 0, withLeftOut: 0 };
  await always(40, [overtaken], async (drawnCase) => {
    const each = caseOfPair(drawnCase.pair);
    const [opened, twin] = [await openCase(each), await openCase(each)];
    const [approved, alone] = [
      await plan({ ...opened.options, maxWaitMs: 0 }),
      await plan({ ...twin.options, maxWaitMs: 0 }),
    ];
    if (!isBlocked(approved.plan) && remoteChanges(approved.plan).length > 0) {
      await doByHand(opened, drawnCase);
      const now = await plan({ ...opened.options, maxWaitMs: 0 });
      const [part, byDigest] = [
        await approvedBySaved(now, saved(approved)),
        await approvedByDigest(now, approved.digest),
      ];
      // A saved plan also covers what is left of it.
      if (byDigest !== undefined) expect(part).toBeDefined();
      if (part === undefined) figures.refused += 1;
      else if (String(namesOf(part.planned)) === String(namesOf(approved))) {
        expect(byDigest).toBeDefined();
        const effect = await effectOf(opened, part.planned);
        expect(effect, JSON.stringify(drawnCase)).toEqual(await effectOf(twin, alone));
        figures.applied += 1;
        if (part.leftOut.length > 0) figures.withLeftOut += 1;
      }
    }
    opened.reference.close();
    twin.reference.close();
  });
  expect(figures.refused).toBeGreaterThan(5);
  expect(figures.withLeftOut).toBeGreaterThan(3);
});
