/** `apply` with an approval after unrelated changes: applies the approved part, names the rest, and exits with 7. */
import { expect, test } from 'vitest';
import { head, workspace } from './plan-workspace.ts';

const teams = (docs: string, support = 'Support') =>
  `${head}teams: { docs: { title: ${docs} }, support: { title: ${support} } }\n`;

/** An approved new title of one team, and a change of the other team on the platform. */
async function overtaken() {
  const opened = await workspace(teams('Docs'));
  await opened.docform(['apply', '--yes']);
  await opened.write(teams('Handbook'));
  await opened.docform(['plan', '-o', 'plan.json']);
  const { digest } = JSON.parse((await opened.docform(['plan', '--json'])).stdout);
  await opened.ask('PATCH', `teams/${await opened.titled('teams', 'Support')}`, { title: 'Mine' });
  return { ...opened, digest: String(digest) };
}

test.each(['the saved plan', 'the digest'])(
  'with %s, apply leaves out an unrelated change and exits with 7',
  async (by) => {
    const { docform, digest, titles, close } = await overtaken();
    const { exit, stdout } = await docform(
      by === 'the digest' ? ['apply', '--expect-digest', digest] : ['apply', 'plan.json'],
    );
    expect({ exit, stdout }).toEqual({
      exit: 7,
      stdout:
        'Applied 1 change. 1 API request.\nNot approved and not applied: 1 change. For details, run `docform plan`.\n  ~ teams/support\nNext: commit docform.ledger.json\n',
    });
    expect(await titles('teams')).toEqual(['Handbook', 'Mine']);
    // The change that was left out is still needed.
    expect((await docform(['plan'])).stdout).toContain('~ teams/support');
    await close();
  },
);

test('the JSON report names what was left out', async () => {
  const { docform, close } = await overtaken();
  const { stdout } = await docform(['apply', 'plan.json', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ leftOut: [{ address: 'teams/support', action: 'update' }] });
  await close();
});

test('a digest without the digits of the parts approves everything or nothing', async () => {
  const { docform, digest, titles, close } = await overtaken();
  const [whole = ''] = digest.split('.');
  const { exit, stderr } = await docform(['apply', '--expect-digest', whole]);
  expect(exit).toBe(6);
  expect(stderr).toContain('E-DIGEST');
  expect(await titles('teams')).toEqual(['Docs', 'Mine']);
  await close();
});

test('digits of another part approve nothing', async () => {
  const { docform, digest, titles, close } = await overtaken();
  const now = String(JSON.parse((await docform(['plan', '--json'])).stdout).digest);
  const [whole = ''] = digest.split('.');
  const [, marks = ''] = now.split('.');
  for (const forged of [`${whole}.${marks}`, `${whole}.${marks.slice(0, 6)}`, `${whole}.${marks.slice(6)}`]) {
    if (forged === digest) continue;
    expect((await docform(['apply', '--expect-digest', forged])).exit).toBe(6);
  }
  expect(await titles('teams')).toEqual(['Docs', 'Mine']);
  await close();
});
