/** Tests declarations of people who have not joined: they are changes until an apply accepts them, and after each edit or removal. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { worldOf } from '../support/live-world.ts';
import { workspace } from './plan-workspace.ts';

const base = 'version: 1\npolicy: { self: ana@acme.dev }\nmembers:\n  ana@acme.dev: admin\n';
const admin = `${base}  mallory@example.com: admin\n`;
const reader = `${base}  mallory@example.com: read\n`;
const says = 'after joining: this person becomes an organization admin';

/** All of `base` is applied. */
async function begun() {
  const place = await workspace(base, worldOf({ members: { 'ana@acme.dev': 'admin' } }));
  expect((await place.docform(['apply', '--yes'])).exit).toBe(0);
  const planned = async (text: string, ...more: readonly string[]) => {
    await place.write(text);
    return place.docform(['plan', '--detailed-exitcode', ...more]);
  };
  return { ...place, planned };
}

test('a new pending admin is a high-risk change with exit code 2, in every format', async () => {
  const { planned, close } = await begun();
  const text = await planned(admin);
  expect(text.exit).toBe(2);
  expect(text.stdout.replace(/\s+/g, ' ')).toContain(`! mallory@example.com: ${says}`);
  expect(text.stdout).toContain('! members/mallory@example.com: new in this plan: role "admin"');
  expect(text.stdout).toContain('No changes to the platform. Pending: 1 (1 new in this plan).');
  for (const format of ['markdown', 'html', 'github', 'codequality']) {
    const { exit, stdout } = await planned(admin, '--format', format);
    expect({ exit, isTold: stdout.includes(says) }, format).toEqual({ exit: 2, isTold: true });
  }
  const { stdout } = await planned(admin, '--json');
  expect(JSON.parse(stdout)).toMatchObject({
    summary: { pending: 1 },
    impact: [{ severity: 'high-risk', address: 'members/mallory@example.com', what: says, after: 'admin' }],
    changes: [
      { action: 'pending', address: 'members/mallory@example.com', fields: [{ field: 'role', after: 'admin' }] },
    ],
    pending: [
      { address: 'members/mallory@example.com', isAccepted: false, fields: [{ field: 'role', after: 'admin' }] },
    ],
  });
  await close();
});

test('an accepted pending declaration is listed, and is a change again after an edit or removal', async () => {
  const { planned, docform, directory, close } = await begun();
  await planned(admin);
  expect(await docform(['apply', '--yes'])).toMatchObject({
    exit: 0,
    stdout: expect.stringContaining('1 ledger entry updated'),
  });
  const later = await planned(admin);
  expect(later).toMatchObject({
    exit: 0,
    stdout: expect.stringContaining('No changes to the platform. Pending: 1.\n'),
  });
  expect(later.stdout).toContain(
    '! members/mallory@example.com: role "admin"; this person becomes an organization admin',
  );
  expect(await planned(reader)).toMatchObject({
    exit: 2,
    stdout: expect.stringContaining('members/mallory@example.com: new in this plan: role "read"'),
  });
  expect(await planned(base)).toMatchObject({
    exit: 2,
    stdout: expect.stringContaining('No longer pending: 1.'),
  });
  expect((await docform(['apply', '--yes'])).exit).toBe(0);
  expect(await readFile(join(directory, 'docform.ledger.json'), 'utf8')).not.toContain('mallory');
  expect(await planned(base)).toMatchObject({ exit: 0, stdout: expect.stringContaining('\nNo changes.\n') });
  expect((await planned(admin)).exit).toBe(2);
  await close();
});

test('the digest covers pending declarations, accepted or not', async () => {
  const { planned, docform, close } = await begun();
  const digestOf = async (text: string) => JSON.parse((await planned(text, '--json')).stdout).digest as string;
  const [none, fresh, other] = [await digestOf(base), await digestOf(admin), await digestOf(reader)];
  expect(new Set([none, fresh, other]).size).toBe(3);
  expect((await docform(['apply', '--expect-digest', fresh])).exit).toBe(6);
  await planned(admin);
  expect((await docform(['apply', '--expect-digest', none])).exit).toBe(6);
  expect((await docform(['apply', '--expect-digest', fresh])).exit).toBe(0);
  expect(await digestOf(admin)).not.toBe(none);
  await close();
});

test('a saved plan is rejected after a pending admin was added or removed', async () => {
  const { planned, docform, write, directory, close } = await begun();
  for (const [saved, now] of [
    [base, admin],
    [admin, base],
  ] as const) {
    await planned(saved, '--out', 'plan.json');
    await write(now);
    expect((await docform(['apply', 'plan.json'])).exit).not.toBe(0);
    expect(await readFile(join(directory, 'docform.ledger.json'), 'utf8')).not.toContain('mallory');
  }
  await planned(admin, '--out', 'plan.json');
  expect((await docform(['apply', 'plan.json'])).exit).toBe(0);
  expect((await planned(admin)).exit).toBe(0);
  await close();
});

test('policy rules see a pending admin as a change until an apply accepts it, and always in the plan', async () => {
  const { planned, docform, directory, close } = await begun();
  const role = 'required: [role], properties: { role: { const: admin } }';
  await writeFile(
    join(directory, 'change.yaml'),
    `message: no new admins\nkinds: [member]\nnever: { required: [after], properties: { after: { ${role} } } }\n`,
  );
  const field = 'properties: { field: { const: role }, after: { const: admin } }';
  await writeFile(
    join(directory, 'plan-rule.yaml'),
    `message: no pending admins\non: plan\nnever: { properties: { pending: { contains: { properties: { fields: { contains: { ${field} } } } } } } }\n`,
  );
  expect(await planned(admin, '--policy', 'change.yaml')).toMatchObject({
    exit: 6,
    stdout: expect.stringContaining('no new admins'),
  });
  expect((await planned(reader, '--policy', 'change.yaml', '--policy', 'plan-rule.yaml')).exit).toBe(2);
  await planned(admin);
  expect((await docform(['apply', '--yes'])).exit).toBe(0);
  expect((await planned(admin, '--policy', 'change.yaml')).exit).toBe(0);
  expect(await planned(admin, '--policy', 'plan-rule.yaml')).toMatchObject({
    exit: 6,
    stdout: expect.stringContaining('no pending admins'),
  });
  await close();
});

test('400 pending people take a few lines in text and comment, and all are named', async () => {
  const { planned, close } = await begun();
  const people = Array.from({ length: 400 }, (_, number) => `  user${number}@acme.dev: read\n`).join('');
  const { stdout } = await planned(`${admin}${people}`);
  expect(stdout).toContain(
    '400 of members: 400 from user0@acme.dev to user399@acme.dev: new in this plan: role "read"',
  );
  expect(stdout).toContain('! members/mallory@example.com: new in this plan: role "admin"');
  expect(stdout.split('\n').length).toBeLessThan(30);
  const comment = (await planned(`${admin}${people}`, '--format', 'markdown')).stdout;
  expect(comment).toContain('400 from user0@acme.dev to user399@acme.dev');
  expect(comment.split('\n').length).toBeLessThan(30);
  await close();
});
