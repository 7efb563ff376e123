/** A site under `within` shows a closed space of another configuration to the public: every format of plan and drift says so. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { worldOf } from '../support/live-world.ts';
import { projectDirectory } from '../support/sources.ts';
import { workspace } from './plan-workspace.ts';

const configuration = (spaces: string, shown: string) => `version: 1
within: [sites/partner-docs, spaces/partner-*]
spaces:
  partner-home: { title: Partner Home }
${spaces}sites:
  partner-docs:
    title: Partner Docs
    structure: [{ space: partner-home }${shown}]
`;
const without = configuration('', '');
const external = '  runbook: { external: { title: Runbook } }\n';
const shown = configuration(external, ', { space: runbook, path: runbook }');
const rule = join(projectDirectory, 'examples/policy/rules/no-audience-grows.yaml');

let place: Awaited<ReturnType<typeof workspace>>;
let runbook = '';

beforeAll(async () => {
  const world = worldOf({
    spaces: { home: { title: 'Partner Home' }, runbook: { title: 'Runbook', defaultLevel: null } },
    sites: { docs: { title: 'Partner Docs', structure: [{ space: 'home' }] } },
  });
  place = await workspace(without, world);
  const applied = await place.docform(['apply', '--yes', '--no-undo']);
  expect(applied.exit, applied.stdout + applied.stderr).toBe(0);
  const spaces = await place.docform(['get', 'spaces', '--unmanaged', '--json']);
  runbook =
    (JSON.parse(spaces.stdout) as { readonly objects: readonly { readonly id: string }[] }).objects[0]?.id ?? '';
});
afterAll(() => place.close());

/** Text without line breaks, Markdown and HTML. */
function plain(text: string): string {
  return text
    .replace(/<(style|script)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]*>|[`*\\]/g, '')
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ');
}

const before = 'nobody outside the organization';
const after = 'anyone, through /runbook of site "Partner Docs"';

describe('plan', () => {
  beforeAll(() => place.write(shown.replace('external: { title: Runbook }', `external: { id: ${runbook} }`)));
  const planned = (...argv: readonly string[]) => place.docform(['plan', '--allow', 'spaces/runbook', ...argv]);

  test.each(['text', 'markdown', 'html'])('%s names the space and both audiences', async (format) => {
    const text = plain((await planned('--format', format)).stdout);
    expect(text).toMatch(/space "Runbook"[^.]{0,60}more people can read it/i);
    expect(text).toContain(before);
    expect(text).toContain(after);
    expect(text).toMatch(/1 high-risk change/);
  });

  test('json has a high-risk effect with both audiences', async () => {
    const { impact } = JSON.parse((await planned('--json')).stdout) as { readonly impact: readonly object[] };
    expect(impact).toContainEqual(
      expect.objectContaining({ address: 'spaces/runbook', severity: 'high-risk', audience: { before, after } }),
    );
  });

  test.each(['github', 'codequality'])('%s annotates the line of the reference', async (format) => {
    const { stdout } = await planned('--format', format);
    expect(stdout).toContain('Runbook');
    expect(stdout).toMatch(/more people can read it/);
    expect(stdout).toMatch(/docform\.yaml/);
  });

  test('the example policy on audiences reports it', async () => {
    const { stdout } = await planned('--policy', rule);
    expect(plain(stdout)).toMatch(/W-POLICY[^\n]*ask the owner of the content[^\n]*spaces\/runbook/);
  });
});

describe('drift', () => {
  beforeAll(async () => {
    await place.write(without);
    const site = await place.titled('sites', 'Partner Docs');
    await place.ask('POST', `sites/${site}/site-spaces`, { spaceId: runbook });
  });

  test.each(['text', 'markdown'])('%s names the space and both audiences', async (format) => {
    const text = plain((await place.docform(['drift', '--format', format])).stdout);
    expect(text).toMatch(/space "Runbook"[^.]{0,60}more people can read it/i);
    expect(text).toContain(before);
    expect(text).toContain(after);
  });

  test('json has a high-risk effect with both audiences', async () => {
    const { impact } = JSON.parse((await place.docform(['drift', '--json'])).stdout) as {
      readonly impact: readonly object[];
    };
    expect(impact).toContainEqual(
      expect.objectContaining({ severity: 'high-risk', subject: 'space "Runbook"', audience: { before, after } }),
    );
  });
});
