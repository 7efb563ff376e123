/** After a resource of a generated organization is forgotten, the next plan neither deletes nor creates it, and is empty. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Desired } from '../../src/core/state.ts';
import { validate } from '../../src/library/configuration.ts';
import { forget } from '../../src/library/forget.ts';
import { plan } from '../../src/library/plan.ts';
import { memoryLedger } from '../../src/library/platform.ts';
import { rewriteConfiguration } from '../../src/library/rewriting.ts';
import { remoteChanges } from '../../src/plan/result/change.ts';
import { drawn } from '../laws/draw.ts';
import { NoWayOut } from '../laws/heeded.ts';
import { arriveAt } from '../laws/journey.ts';
import { journeys } from '../laws/law.ts';
import { drawOutline, type Outline } from '../laws/outline.ts';
import { directoryWith } from '../support/directory.ts';
import { textOf } from './as-text.ts';

const outlines = drawn((draw): Outline => drawOutline(draw, 'sites'));

async function validated(directory: string, text: string) {
  await writeFile(join(directory, 'docform.yaml'), text);
  const options = { directory, file: 'docform.yaml' };
  const validation = await validate(options);
  if (validation?.desired === undefined) throw new Error(JSON.stringify(validation?.problems));
  return { options, validation, desired: validation.desired };
}

/** Addresses that can be forgotten alone, because no other resource refers to them. */
function free(desired: Desired, ledger: Parameters<typeof forget>[0]['ledger']): readonly string[] {
  const addresses = desired.resources.filter(({ isExternal }) => !isExternal).map(({ address }) => address);
  return addresses.filter((address) => forget({ addresses: [address], desired, ledger }).dangling.length === 0);
}

test('resources can be forgotten one after the other', async () => {
  const directory = directoryWith();
  let forgotten = 0;
  try {
    await journeys(16, [outlines, fc.nat()], async (journey, outline, which) => {
      const { organization } = journey.reference;
      try {
        const text = textOf(journey.wanted(outline), organization);
        const { options, validation, desired } = await validated(directory, text);
        await arriveAt(journey, desired);
        const { ledger } = await journey.backend.load();
        const candidates = free(desired, ledger);
        const address = candidates[which % Math.max(1, candidates.length)];
        if (address === undefined) return;
        const { after, ledger: rest } = forget({ addresses: [address], desired, ledger });
        const { desired: next, refused } = await rewriteConfiguration({ options, validation, after });
        expect(refused).toEqual([]);
        const planned = await plan({
          desired: next,
          platform: journey.platform,
          ledger: memoryLedger(rest),
          maxWaitMs: 0,
        });
        expect(remoteChanges(planned.plan), `${address}\n${text}`).toEqual([]);
        forgotten += 1;
      } catch (error) {
        if (!(error instanceof NoWayOut)) throw error;
      }
    });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
  expect(forgotten).toBeGreaterThan(10);
});
