/** Tests policy rules: errors block the plan, warnings are printed, saved plans are checked again, and broken rules are reported with their position. */
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ruleActions } from '../../src/core/policy.ts';
import { actionWords } from '../../src/report/wording/words.ts';
import { projectDirectory } from '../support/sources.ts';
import { head, workspace } from './plan-workspace.ts';

const examples = join(projectDirectory, 'examples/policy');
const ticket = join(examples, 'rules/no-delete-without-a-ticket.yaml');
const teams = (...titles: readonly string[]) =>
  `${head}teams:\n${titles.map((title) => `  ${title.toLowerCase()}: { title: ${title} }\n`).join('')}`;

test('rules know the actions of changes', () => {
  expect([...ruleActions].sort()).toEqual(Object.keys(actionWords).sort());
});

test('an error blocks plan and apply with exit 6 in every format, and a title with a ticket passes', async () => {
  const { docform, write, titles, close } = await workspace(teams('Docs', 'Support'));
  expect((await docform(['apply', '--yes'])).exit).toBe(0);
  await write(teams('Docs'));
  const rule = ['--policy', ticket];
  const message = 'A delete needs a ticket';
  const text = await docform(['plan', '--detailed-exitcode', ...rule]);
  expect(text).toMatchObject({ exit: 6, stdout: expect.stringContaining(`blocked[B-POLICY]: ${message}`) });
  expect(text.stdout).toContain('Nothing will be applied: 1 problem blocks the whole plan.');
  // The blocked changes come first in the plan.
  expect(text.stdout).toMatch(/^Plan for organization \S+\nLegend: .*\n\n {2}blocked\[B-POLICY\]/);
  expect((await docform(['plan', '--format', 'markdown', ...rule])).stdout).toMatch(
    /\*\*blocked\*\* `B-POLICY`: A delete needs a ticket/,
  );
  expect((await docform(['plan', '--format', 'github', ...rule])).stdout).toContain(
    `::error file=docform.yaml,line=2,col=1,title=no-delete-without-a-ticket::teams/support: ${message}`,
  );
  const document = JSON.parse((await docform(['plan', '--json', ...rule])).stdout);
  expect(document).toMatchObject({
    ...{ isBlocked: true, guards: [{ code: 'B-POLICY' }] },
    policy: {
      findings: [
        { rule: 'no-delete-without-a-ticket', severity: 'error', address: 'teams/support', source: { line: 2 } },
      ],
    },
  });
  expect(await docform(['apply', '--yes', ...rule])).toMatchObject({
    exit: 6,
    stdout: 'Nothing was applied: the plan is blocked.\n',
  });
  expect(await titles('teams')).toEqual(['Docs', 'Support']);

  const titled = { environment: { DOCFORM_TITLE: 'Drop support (DOCS-12)' } };
  expect((await docform(['plan', '--out', 'plan.json', ...rule], titled)).exit).toBe(0);
  // The saved plan is checked by the same rules, which need not be named again. It now lacks the title.
  expect(await docform(['apply', 'plan.json'])).toMatchObject({ exit: 6 });
  expect(await titles('teams')).toEqual(['Docs', 'Support']);
  expect(await docform(['apply', 'plan.json'], titled)).toMatchObject({ exit: 0 });
  expect(await titles('teams')).toEqual(['Docs']);
  await close();
});

test('rules of the configuration apply to every plan, warnings do not block, and invalid rules are reported', async () => {
  const named = `${teams('Docs')}policy: { rules: [rules] }\n`;
  const { docform, write, directory, close } = await workspace(named);
  const rule = (text: string, name = 'warn.yaml') => writeFile(join(directory, 'rules', name), text);
  await mkdir(join(directory, 'rules'));
  await rule(
    'message: "A team; ::error::x </details>"\nseverity: warning\nkinds: [team]\nmust: { properties: { action: { not: { const: create } } } }\n',
  );
  await writeFile(join(directory, 'rules/README.md'), 'No rule.');
  const planned = await docform(['plan', '--detailed-exitcode', '--out', 'plan.json', '--policy', 'extra']).catch(
    () => undefined,
  );
  expect(planned).toMatchObject({
    exit: 3,
    stderr: expect.stringContaining('error[E-POLICY-FILE]: no such file or directory: extra'),
  });
  await rule('message: x\nmust: {}\n', '../extra.yaml');
  const plan = await docform(['plan', '--detailed-exitcode', '--out', 'plan.json', '--policy', 'extra.yaml']);
  expect(plan).toMatchObject({
    exit: 2,
    stdout: expect.stringContaining('warning[W-POLICY]: A team; ::error::x </details>: teams/docs'),
  });
  expect((await docform(['show', 'plan.json', '--format', 'markdown'])).stdout).toMatch(
    /\*\*warning\*\* `W-POLICY`: A team; ::error::x &lt;/,
  );
  expect((await docform(['show', 'plan.json', '--format', 'github'])).stdout).toMatch(
    /^::warning file=docform.yaml,.*title=warn::teams\/docs: A team; : :error: :x/,
  );

  const page = (await docform(['show', 'plan.json', '--format', 'html'])).stdout;
  expect(page).toMatch(/<b>Warning<\/b> <code>W-POLICY<\/code> A team; ::error::x &lt;\/details(>|&gt;)/);
  await rule('message: x\nmust: { propertes: {} }\n');
  expect(await docform(['validate'])).toMatchObject({
    exit: 3,
    stderr: expect.stringMatching(/error\[E-POLICY-SCHEMA\].*propertes[\s\S]*rules\/warn\.yaml:2:9/),
  });
  expect((await docform(['apply', 'plan.json'])).exit).toBe(3);
  await rule('message: x\nmust: {}\n');
  await rm(join(directory, 'extra.yaml'));
  expect((await docform(['apply', 'plan.json'])).stderr).toContain('no such file or directory: extra.yaml');
  await write(teams('Docs'));
  expect((await docform(['validate'])).exit).toBe(0);
  await close();
});

test('a rule on the plan sees the whole document, and a rule on changes sees the fields of each change', async () => {
  const { docform, write, directory, close } = await workspace(teams('Docs'));
  const rule = async (text: string) => writeFile(join(directory, 'rule.yaml'), `message: Seen.\n${text}`);
  const seen = async () =>
    (await docform(['plan', '--policy', 'rule.yaml'])).stdout.includes('blocked[B-POLICY]: Seen.');
  // Rules run before these members are added.
  const {
    checksum: _,
    readAt: _readAt,
    revision: _revision,
    token: _token,
    ...document
  } = JSON.parse((await docform(['plan', '--json'])).stdout) as {
    readonly [key: string]: unknown;
  };
  for (const [name, value] of Object.entries(document)) {
    // Rules see more fields in these two than the document contains.
    const wanted = name === 'changes' || name === 'impact' ? {} : { properties: { [name]: { const: value } } };
    await rule(`on: plan\nnever: ${JSON.stringify({ required: [name], ...wanted })}\n`);
    expect([name, await seen()]).toEqual([name, true]);
  }
  const [change] = document.changes as readonly { readonly [key: string]: unknown }[];
  for (const [name, value] of Object.entries(change ?? {})) {
    await rule(`never: ${JSON.stringify({ required: [name], properties: { [name]: { const: value } } })}\n`);
    expect([name, await seen()]).toEqual([name, true]);
  }
  await write(teams('Docs', 'Support'));
  await rule(
    'on: plan\nmust: { properties: { requests: { maximum: 1 }, changes: { contains: { required: [waitsFor, after] } } } }\n',
  );
  expect(await seen()).toBe(true);
  await close();
});

test('the example rules block a delete without a ticket, like the rule for OPA', async () => {
  const { docform, write, directory, close } = await workspace(teams('Docs', 'Support'));
  const rules = ['--policy', join(examples, 'rules')];
  expect((await docform(['apply', '--yes', ...rules])).exit).toBe(0);
  await write(teams('Docs'));
  const plan = await docform(['plan', '--out', 'plan.json', ...rules]);
  expect(plan.stdout).toContain('blocked[B-POLICY]: A delete needs a ticket, such as DOCS-123, in the title');
  const opa = opaSays(join(directory, 'plan.json'));
  if (opa !== undefined) expect(opa).toContain('teams/support is deleted, and no ticket is in the title');
  await write(teams('Docs', 'Support', 'Legal'));
  expect((await docform(['plan', ...rules])).stdout).not.toContain('POLICY');
  await close();
});

/** Undefined means that opa is not installed. */
function opaSays(plan: string): string | undefined {
  try {
    return execFileSync('opa', ['eval', '-f', 'pretty', '-d', join(examples, 'opa'), '-i', plan, 'data.docform.deny'], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

test('the OPA rule uses only existing keys of plans', async () => {
  const schema = JSON.parse(await readFile(join(projectDirectory, 'schemas/plan.schema.json'), 'utf8'));
  const change = schema.properties.changes.items.properties;
  const text = await readFile(join(examples, 'opa', 'delete_without_ticket.rego'), 'utf8');
  const used = [...text.matchAll(/change\.(\w+)/g)].map(([, key = '']) => key);
  expect(used.length).toBeGreaterThan(1);
  expect(used.filter((key) => !(key in change))).toEqual([]);
});

test('a rule with `within` limits declarations and plans, and its problems have the lines of both files', async () => {
  const { docform, write, directory, titles, close } = await workspace(teams('Docs', 'Support'));
  const rule = (text: string) => writeFile(join(directory, 'bound.yaml'), text);
  const bounded = ['--policy', 'bound.yaml'];
  await rule('message: Only docs.\nwithin: [teams/docs]\n');
  const both = await docform(['plan', ...bounded]);
  expect(both.exit).toBe(3);
  expect(both.stderr).toMatch(
    /error\[E-WITHIN\]: teams\/support is declared here, but this configuration can only declare teams\/docs\n[\s\S]*docform\.yaml:\d+[\s\S]*bound\.yaml:2/,
  );
  expect((await docform(['apply', '--yes'])).exit).toBe(0);
  await write(teams('Docs'));
  expect((await docform(['plan', '--out', 'plan.json'])).exit).toBe(0);
  const { exit, stdout } = await docform(['plan', '--detailed-exitcode', ...bounded]);
  expect(exit).toBe(6);
  expect(stdout).toContain('blocked[B-WITHIN]: teams/support is outside the bound teams/docs (bound.yaml:2)');
  expect((await docform(['apply', '--yes', '--allow', 'teams/support', ...bounded])).exit).toBe(6);
  expect(await titles('teams')).toEqual(['Docs', 'Support']);
  await rule('within: [team/docs, spaces/a/b]\nmust: {}\n');
  const wrong = await docform(['validate', ...bounded]);
  expect(wrong.stderr).toMatch(/E-WITHIN-PATTERN\]: no kind is called "team"[\s\S]*did you mean "teams"/);
  expect(wrong.stderr).toContain('"spaces/a/b" names no top-level resource');
  expect(wrong.stderr).toContain('unknown key "must" in a rule with within');
  await close();
});
