/** Tests `expect` on the command line: validate, plan, apply and drift report violations with their line, way, cause and fix. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { worldOf } from '../support/live-world.ts';
import { head, workspace } from './plan-workspace.ts';

const expected = 'expect:\n  public: [sites/docs]\n';
const sites = (partner: string) => `sites:
  docs: { title: Docs, visibility: public }
  partner: { title: Partner Portal, visibility: ${partner}, shareLinks: { globex: { name: Globex, active: true } } }
`;
const way = 'sites/partner can be read without a login, through share link "Globex" of site "Partner Portal"';

async function applied() {
  const structure = [{ space: 'home' }];
  const seed = worldOf({
    spaces: { home: { title: 'Home' } },
    sites: {
      docs: { title: 'Docs', visibility: 'public', structure },
      partner: {
        title: 'Partner Portal',
        visibility: 'visitor-auth',
        structure,
        shareLinks: { globex: { name: 'Globex' } },
      },
      campaign: { title: 'Campaign', visibility: 'visitor-auth', structure },
    },
  });
  const place = await workspace(`${head}${expected}${sites('visitor-auth')}`, seed);
  expect(await place.docform(['apply', '--yes'])).toMatchObject({ exit: 0 });
  return place;
}

test('a plan that causes a violation is blocked with exit 6 in every format, and nothing is sent', async () => {
  const { docform, write, ask, titled, close } = await applied();
  const before = JSON.parse((await docform(['plan', '--json'])).stdout);
  expect(before).toMatchObject({ isBlocked: false, expectations: [], guards: [] });
  await write(`${head}${expected}${sites('share-link')}`);
  const text = await docform(['plan', '--detailed-exitcode']);
  expect(text).toMatchObject({
    exit: 6,
    stdout: expect.stringContaining(
      `blocked[B-EXPECT]: this plan would violate \`expect: public\` (docform.yaml:3): ${way}; caused by sites/partner`,
    ),
  });
  expect(text.stdout).toContain(
    'help: set `active: false` for the share link, or add sites/partner to `expect: public`',
  );
  expect((await docform(['plan', '--format', 'markdown'])).stdout).toMatch(/\*\*blocked\*\* `B-EXPECT`: .*Globex/);
  expect((await docform(['plan', '--format', 'html'])).stdout).toMatch(/Blocked<\/b> <code>B-EXPECT<\/code>.*Globex/);
  expect((await docform(['plan', '--format', 'github'])).stdout).toContain(
    '::error file=docform.yaml,line=3,col=3,title=expect%3A public::sites/partner can be read without a login',
  );
  const document = JSON.parse((await docform(['plan', '--json'])).stdout);
  expect(document).toMatchObject({
    ...{ isBlocked: true, guards: [{ code: 'B-EXPECT' }] },
    expectations: [
      {
        expectation: 'public',
        status: 'violated',
        address: 'sites/partner',
        what: way,
        causes: ['sites/partner'],
        source: { line: 3 },
      },
    ],
  });
  expect(await docform(['apply', '--yes'])).toMatchObject({
    exit: 6,
    stdout: 'Nothing was applied: the plan is blocked.\n',
  });
  expect(await ask('GET', `sites/${await titled('sites', 'Partner Portal')}`)).toMatchObject({
    visibility: 'visitor-auth',
  });
  // The rest of the plan can be applied without the change.
  expect(await docform(['plan', '--except', 'sites/partner', '--detailed-exitcode'])).toMatchObject({ exit: 0 });
  await write(`${head}expect:\n  public: [sites/docs, sites/partner]\n${sites('visitor-auth')}`);
  const other = JSON.parse((await docform(['plan', '--json'])).stdout);
  expect(other.configuration).not.toBe(before.configuration);
  await close();
});

test('a saved plan is blocked by a violation that only another change of the platform makes possible', async () => {
  const { docform, write, ask, titled, close } = await applied();
  const partner = await titled('sites', 'Partner Portal');
  const [link] = (await ask('GET', `sites/${partner}/share-links`)).items;
  await ask('PATCH', `sites/${partner}/share-links/${link?.id}`, { active: false });
  const open = `${head}${expected}${sites('share-link').replace(', active: true', '')}`;
  await write(open);
  expect((await docform(['plan', '--out', 'plan.json'])).exit).toBe(0);
  await ask('PATCH', `sites/${partner}/share-links/${link?.id}`, { active: true });
  expect((await docform(['apply', 'plan.json'])).exit).toBe(6);
  expect(await ask('GET', `sites/${partner}`)).toMatchObject({ visibility: 'visitor-auth' });
  await close();
});

test('drift reports violations made outside docform, also on unmanaged sites, with the exit code and digest of drift', async () => {
  const { docform, ask, titled, directory, close } = await applied();
  // The site that is opened is neither declared nor in the scope.
  const only = ['--only', 'sites/docs'];
  const clean = JSON.parse((await docform(['drift', '--json', ...only])).stdout);
  expect(clean).toMatchObject({ hasDrift: false, expectations: [] });
  expect(await docform(['drift', '--detailed-exitcode', ...only])).toMatchObject({
    exit: 0,
    stdout: expect.not.stringContaining('xpectations'),
  });
  const campaign = await titled('sites', 'Campaign');
  await ask('POST', `sites/${campaign}/share-links`, { name: 'Press' });
  await ask('PATCH', `sites/${campaign}`, { visibility: 'share-link' });
  const found = await docform(['drift', '--detailed-exitcode', ...only]);
  expect(found).toMatchObject({ exit: 2 });
  const what = `sites/id:${campaign} can be read without a login, through share link "Press" of site "Campaign"`;
  expect(found.stdout).toContain(`! \`expect: public\` (docform.yaml:3): ${what}`.replaceAll('`', ''));
  expect(found.stdout).toContain('Expectations: 1 violated.');
  const { expectations, digest } = JSON.parse((await docform(['drift', '--json', ...only])).stdout);
  expect(expectations).toMatchObject([{ status: 'violated', address: `sites/id:${campaign}`, id: campaign, what }]);
  expect(digest).not.toBe(clean.digest);
  const markdown = (await docform(['drift', '--format', 'markdown', ...only])).stdout;
  expect(markdown).toContain('#### Violated expectations\n- **high-risk** `expect: public`');
  await docform(['drift', '--out-dir', 'found', ...only]);
  expect(JSON.parse(await readFile(join(directory, 'found/facts.json'), 'utf8'))).toMatchObject({
    exit: 2,
    changes: 1,
  });
  // No declaration of this plan causes it.
  expect(await docform(['plan', '--detailed-exitcode'])).toMatchObject({
    exit: 0,
    stdout: expect.stringContaining('warning[W-EXPECT]'),
  });
  await close();
});

test('validate reports declarations that contradict expectations, and nothing that only the platform knows', async () => {
  const known = `${head}${expected}${sites('public').replace('visibility: public, share', 'visibility: public, published: true, share')}`;
  const { docform, write, close } = await workspace(known);
  const text = await docform(['validate']);
  expect(text).toMatchObject({ exit: 3 });
  expect(text.stderr).toContain('sites/partner can be read without a login, because its visibility is public');
  expect(text.stderr).toContain('docform.yaml:3:3');
  expect((await docform(['validate', '--format', 'github'])).stdout).toContain(
    '::error file=docform.yaml,line=3,col=3,title=E-EXPECT::',
  );
  expect(JSON.parse((await docform(['validate', '--json'])).stdout)).toMatchObject({
    problems: [{ code: 'E-EXPECT' }],
  });
  // Whether the site is published is not declared.
  await write(`${head}${expected}${sites('public')}`);
  expect(await docform(['validate'])).toMatchObject({ exit: 0 });
  await close();
});

test('a policy rule about states blocks the plan that breaks it, and drift finds what breaks it now', async () => {
  const { docform, write, directory, ask, titled, close } = await applied();
  const rule = (text: string) =>
    writeFile(join(directory, 'closed.yaml'), `message: No site of a partner is public.\non: state\n${text}`);
  const open =
    '{ required: [readBy, address], properties: { address: { const: sites/partner }, readBy: { contains: { enum: [public, unlisted] } } } }';
  await rule(`kinds: [site]\nnever: ${open}\n`);
  const ruled = (partner: string) => `${head}policy: { rules: [closed.yaml] }\n${sites(partner)}`;
  await write(ruled('unlisted'));
  const what = 'sites/partner: No site of a partner is public.';
  expect(await docform(['plan', '--detailed-exitcode'])).toMatchObject({
    exit: 6,
    stdout: expect.stringContaining(
      `blocked[B-EXPECT]: this plan would violate \`rule closed\` (closed.yaml:1): ${what}; caused by sites/partner`,
    ),
  });
  await write(ruled('visitor-auth'));
  expect(await docform(['drift', '--detailed-exitcode', '--only', 'sites/docs'])).toMatchObject({ exit: 0 });
  await ask('PATCH', `sites/${await titled('sites', 'Partner Portal')}`, { visibility: 'public' });
  const found = await docform(['drift', '--json', '--only', 'sites/docs']);
  expect(JSON.parse(found.stdout).expectations).toMatchObject([
    { expectation: 'rule closed', status: 'violated', what },
  ]);
  await rule(`severity: warning\nactions: [create]\nnever: { required: [fieldz] }\n`);
  const broken = await docform(['validate']);
  expect(broken).toMatchObject({ exit: 3 });
  expect(broken.stderr).toContain('a rule with on: state cannot have severity');
  expect(broken.stderr).toContain('a rule with on: state cannot have actions');
  expect(broken.stderr).toContain('unknown property "fieldz"');
  await close();
});
