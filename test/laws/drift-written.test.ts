/** After changes outside docform are written into the configuration files, the plan is empty and all other lines are unchanged. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { validate } from '../../src/library/configuration.ts';
import { drift } from '../../src/library/drift.ts';
import { driftIntoFiles } from '../../src/library/drift-writing.ts';
import { newConfiguration } from '../../src/library/import-texts.ts';
import { plan } from '../../src/plan/plan.ts';
import { remoteChanges } from '../../src/plan/result/change.ts';
import { directoryWith } from '../support/directory.ts';
import { doByHand } from './by-hand.ts';
import { desiredOf } from './desired-of.ts';
import { arriveAt, type Journey } from './journey.ts';
import { choices, extents, journeys, pairsOf } from './law.ts';

const deeds = choices(1, 8);

let directory = '';
beforeAll(async () => {
  directory = directoryWith();
});

/** Writes the outline as files. undefined: the configuration is invalid. */
async function written({ reference }: Journey, outline: Parameters<typeof desiredOf>[0], seeded: Journey['seeded']) {
  const { organization } = reference;
  const { resources, orders, lists } = desiredOf(outline, organization, seeded);
  const declaration = { resources, orders, lists: lists.map(({ list }) => list) };
  for (const [path, text] of newConfiguration(declaration, { organization, file: 'docform.yaml' })) {
    await mkdir(join(directory, dirname(path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
  const options = { directory, file: join(directory, 'docform.yaml') };
  const validation = await validate(options);
  return validation?.desired === undefined ? undefined : { options, validation, desired: validation.desired };
}

test.each(extents)('writing drift into the configuration files leaves an empty plan: %s', async (extent) => {
  const seen = { taken: 0 };
  await journeys(10, [pairsOf(extent), deeds, fc.boolean()], async (journey, { before }, done, withUnmanaged) => {
    const files = await written(journey, before, journey.seeded);
    if (files === undefined) return;
    const { options, validation, desired } = files;
    const arrival = await arriveAt(journey, desired);
    // The files do not contain lines that a plan asked to add.
    if (arrival.desired !== desired) return;
    await doByHand(journey.reference, done);
    const { platform, backend: ledger } = journey;
    const drifted = await drift({ desired, platform, ledger, today: '2026-01-01', isWhole: true, maxWaitMs: 0 });
    const writing = await driftIntoFiles(drifted, { options, validation, addresses: [], withUnmanaged });
    for (const [path, text] of writing.texts) await writeFile(join(directory, path), text);
    const after = await validate(options);
    if (after?.desired === undefined) throw new Error(JSON.stringify(after?.problems));
    const left = new Set([...writing.notAccepted, ...writing.unmanaged].map(({ address }) => address));
    const rest = remoteChanges(plan({ ...drifted.input, desired: after.desired })).filter(
      ({ address }) => !left.has(address),
    );
    expect(rest, writing.diff).toEqual([]);
    if (drifted.drift.entries.length === 0) expect(writing.diff).toBe('');
    seen.taken += writing.accepted.length;
  });
  expect(seen.taken).toBeGreaterThan(3);
});
