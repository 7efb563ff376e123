/** Tests that a configuration imported from a site-structure file creates the structure that the file describes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { keyIn } from '../../../src/core/address.ts';
import { importSiteFile } from '../../../src/library/import-site-file.ts';
import { type DialectName, type StartedPlatform, startPlatform } from '../../../src/server/index.ts';
import { run } from '../../cli/harness.ts';
import { directoryWith } from '../../support/directory.ts';
import { plantedIds, worldOf } from '../../support/live-world.ts';

let platform: StartedPlatform | undefined;
afterEach(() => platform?.close());

/** The properties of a site's parts that these tests compare. */
interface Part {
  readonly id: string;
  readonly title: string;
  readonly path: string;
  readonly icon?: string;
  readonly condition?: string;
  readonly default?: boolean;
  readonly sectionGroup?: string;
  readonly section?: string;
  readonly space: { readonly title: string };
}

/** Imports the file as docform.yaml, and pins its spaces to existing spaces by title. */
async function workplace(
  name: string,
  titles: Readonly<Record<string, string>>,
  isPinned = true,
  dialect: DialectName = 'gitbook',
) {
  const imported = await importSiteFile({
    file: name,
    keys: 'file',
    text: readFileSync(join(import.meta.dirname, 'files', name), 'utf8'),
  });
  if ('problems' in imported) throw new Error(JSON.stringify(imported.problems));
  const spaces = Object.fromEntries(Object.entries(titles).map(([key, title]) => [key, { title }]));
  const seed = worldOf({ spaces });
  platform = await startPlatform({ seed, dialect });
  // Only the owner of the platform declares the claims that conditions use.
  const visitor = '    visitor: { unsigned: { isEnterprise: { type: boolean, description: Enterprise } } }\n';
  const claimed =
    imported.claims.length === 0
      ? imported.text
      : imported.text.replace('    defaultSection', `${visitor}    defaultSection`);
  const pins = isPinned ? [...plantedIds(seed)].filter(([address]) => address.startsWith('spaces/')) : [];
  const text = pins.reduce(
    (made, [address, id]) =>
      made
        .replace(`  ${keyIn(address)}: {}`, `  ${keyIn(address)}: { id: ${id} }`)
        .replace(`  ${keyIn(address)}: { language`, `  ${keyIn(address)}: { id: ${id}, language`),
    claimed,
  );
  const directory = directoryWith({ 'docform.yaml': text });
  const environment = {
    DOCFORM_API_URL: platform.url,
    DOCFORM_TOKEN: platform.token,
    DOCFORM_ORG: platform.organization,
  };
  const { fetch, organization: id } = platform;
  return {
    docform: (...argv: readonly string[]) => run(argv, { directory, environment }),
    structure: async () => {
      const list = async (path: string) =>
        ((await (await fetch(`/v1/orgs/${id}/sites${path}`)).json()) as { readonly items: readonly Part[] }).items;
      const [site] = await list('');
      const part = (name: string) => list(`/${site?.id}/${name}`);
      return linesOf(await part('section-groups'), await part('sections'), await part('site-spaces'));
    },
  };
}

/** Lines such as `Resources / Legal / Policies policies` and below `- Changelog changelog (default)`, in the order of the listings. */
function linesOf(groups: readonly Part[], sections: readonly Part[], links: readonly Part[]): readonly string[] {
  const said = ({ path, icon, condition, ...part }: Part) =>
    [path, icon, condition, ...(part.default ? ['(default)'] : [])].filter(Boolean).join(' ');
  const spacesOf = (section: string | undefined) =>
    links.filter((link) => link.section === section).map((link) => `- ${link.space.title}: ${said(link)}`);
  const groupOf = ({ sectionGroup }: Part): string =>
    groups
      .filter(({ id }) => id === sectionGroup)
      .map((group) => `${groupOf(group)}${group.title} / `)
      .join('');
  const inSections = sections.flatMap((section) => [
    `${groupOf(section)}${section.title}: ${said(section)}`,
    ...spacesOf(section.id),
  ]);
  return [
    ...groups.map((group) => `[${groupOf(group)}${group.title} ${group.icon}]`),
    ...inSections,
    ...spacesOf(undefined),
  ];
}

test('a site with sections, groups and languages gets the structure of its file', async () => {
  const spaces = {
    ...{ changes: 'Changelog', 'docs-fr': '🇫🇷 Français', 'enterprise-en': 'Enterprise', 'site-policy': 'Site policy' },
    ...{ 'docs-en': '🇺🇸 English', 'labs-en': 'Labs' },
  };
  const { docform, structure } = await workplace('product.yaml', spaces);
  const first = await docform('apply', '--yes');
  expect(first, first.stdout + first.stderr).toMatchObject({ exit: 0 });
  expect(await structure()).toMatchInlineSnapshot(`
    [
      "[Resources: \${everything} circle-info]",
      "[Resources: \${everything} / Legal undefined]",
      "Documentation: documentation book-open (default)",
      "- 🇺🇸 English: en (default)",
      "- 🇫🇷 Français: fr",
      "Resources: \${everything} / Changelog: changelog bars-staggered",
      "- Changelog: changelog",
      "Resources: \${everything} / Legal / Policies: policies",
      "- Site policy: site-policy",
      "Enterprise: enterprise lock visitor.claims.unsigned.isEnterprise === true",
      "- Enterprise: enterprise",
    ]
  `);
  expect(await docform('plan', '--detailed-exitcode')).toMatchObject({ exit: 0 });
});

test('a flat site gets the structure of its file', async () => {
  const { docform, structure } = await workplace('flat.yaml', {
    'space-11': 'Terminal - Manual',
    'space-1': 'Overview',
    other: 'Copy of Terminal - Manual',
  });
  expect(await docform('apply', '--yes')).toMatchObject({ exit: 0 });
  expect(await structure()).toMatchInlineSnapshot(`
    [
      "- Overview: overview (default)",
      "- Terminal - Manual: terminal-manual",
    ]
  `);
  expect(await docform('plan', '--detailed-exitcode')).toMatchObject({ exit: 0 });
});

test('a private space is not published because its title equals a label of the navigation', async () => {
  const { docform } = await workplace('versions.yaml', { private: '4.13', other: '4.12' }, false, '2025-06');
  const plan = await docform('plan', '--detailed-exitcode');
  expect(plan.exit).toBe(6);
  expect(plan.stdout).toMatch(/\+ spaces\/space-gateway-4-13\n *blocked\[B-CANNOT-CREATE\]/);
  expect(plan.stdout).not.toContain('adopted');
  expect((await docform('apply', '--yes')).exit).toBe(6);
});
