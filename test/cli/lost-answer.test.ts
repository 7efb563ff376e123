/** Tests a create whose response is lost while an identical object exists: no duplicate is created and the other object is unchanged. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type Applying, applied, configuration, openApplying } from './applying.ts';
import { titlesOn } from './gate.ts';

let applying: Applying;
afterEach(() => applying.close());

test.each(['before', 'after'] as const)(
  'apply creates no duplicate if the connection breaks %s the site was created',
  async (when) => {
    applying = await openApplying();
    const { gate, run } = applying;
    const { platform } = gate;
    const sites = `/v1/orgs/${platform.organization}/sites`;
    const headers = { 'content-type': 'application/json' };
    const twin = (await (
      await platform.fetch(sites, { method: 'POST', headers, body: '{"title":"Acme Docs"}' })
    ).json()) as { id: string };
    const before = await (await platform.fetch(`${sites}/${twin.id}`)).json();
    platform.faults.add({ match: { operation: 'createSite' }, effect: { type: 'drop', when }, times: 1 });
    const outputs = [await run(['apply', '--yes']), await run(['apply', '--yes'])];
    expect(outputs.at(-1), outputs.map(({ stdout, stderr }) => stdout + stderr).join('\n')).toMatchObject({ exit: 0 });
    expect(await run(['plan', '--detailed-exitcode'])).toMatchObject({ exit: 0 });
    expect(await titlesOn(gate)).toEqual([...applied, 'sites Acme Docs'].sort());
    expect(await (await platform.fetch(`${sites}/${twin.id}`)).json()).toEqual(before);
  },
);

test('if the response of a copy is lost, the next apply uses the new copy and creates no duplicate', async () => {
  applying = await openApplying();
  const { gate, directory, run } = applying;
  const copied = configuration.replace('sites:', '  second: { title: Second home, copyOf: home }\nsites:');
  await writeFile(join(directory, 'docform.yaml'), copied);
  gate.platform.faults.add({
    match: { operation: 'duplicateSpace' },
    effect: { type: 'drop', when: 'after' },
    times: 1,
  });
  expect(await run(['apply', '--yes'])).not.toMatchObject({ exit: 0 });
  const again = await run(['apply', '--yes']);
  expect(again, again.stdout + again.stderr).toMatchObject({ exit: 0 });
  expect(await run(['plan', '--detailed-exitcode'])).toMatchObject({ exit: 0 });
  expect(await titlesOn(gate)).toEqual([...applied, 'spaces Second home'].sort());
});
