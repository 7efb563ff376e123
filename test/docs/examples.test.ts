/** The examples in the documentation work: configurations are valid, and commands are accepted. */
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { declareProgram } from '../../src/cli/program.ts';
import { load } from '../config/memory-files.ts';
import { readCase } from '../support/case.ts';
import { certificateOne } from '../support/certificates.ts';
import { blocksOf, isPipeline, type Page, pageAt, readPages } from './pages.ts';

test('test/README.md shows an existing case, and an invalid file with exactly its problems', () => {
  const [shownCase = '', invalid = ''] = blocksOf(pageAt('test/README.md'), 'yaml');
  const { live, ledger, desired, plan, requests } = readCase('team/title-changes');
  expect(parse(shownCase)).toEqual({ live, ledger, desired, plan, requests });
  const named = [...invalid.matchAll(/E-[A-Z-]+/g)].map(([code]) => code);
  expect(
    load(invalid)
      .problems.map(({ code }) => code)
      .sort(),
  ).toEqual(named.sort());
});

test('the README has at most 130 lines', () => {
  expect(pageAt('README.md').text.split('\n').length - 1).toBeLessThanOrEqual(130);
});

const pages = readPages().filter(({ path }) => !/^(test|src|docs\/platform|\.github)\//.test(path));

/** Adds the lines that a configuration needs to be complete. */
const structureFile = `site:
  title: Docs
  structure:
    - type: section
      key: section-1
      title: Guides
      path: guides
      children: [{ type: space, key: space-1, title: English, path: en }]
`;

function framed(yaml: string): string {
  return yaml.includes('version:') ? yaml : `version: 1\norganization: acme\n${yaml}`;
}

const configurations = pages.flatMap((page) =>
  blocksOf(page, 'yaml')
    .filter((yaml) => !isPipeline(yaml))
    .map((yaml, at) => ({ name: `${page.path} ${at + 1}`, yaml })),
);

test('the documentation contains at least five configurations', () => {
  expect(configurations.length).toBeGreaterThanOrEqual(5);
});

test.each(configurations)('the configuration of $name is valid', ({ yaml }) => {
  const included = {
    'people/ada.yaml': 'version: 1\n',
    'gitbook-docs.yaml': structureFile,
    'people/staff.csv': 'E-mail,Role,Teams\n',
    'teams/partner/portal.yaml': 'spaces: { partner-guide: { title: Guide } }\n',
  };
  const texts = { 'docform.yaml': framed(yaml), 'certs/okta.pem': certificateOne, ...included };
  const variables = yaml.includes('org: null') ? { org: 'acme-staging' } : {};
  const { problems } = load(texts, { variables });
  expect(problems.map(({ code, message }) => `${code} ${message}`)).toEqual([]);
});

/** The arguments of each `docform` command. */
function callsIn(page: Page): readonly (readonly string[])[] {
  const lines = ['', 'sh', 'console']
    .flatMap((language) => blocksOf(page, language))
    .flatMap((block) => block.split('\n'));
  return lines.flatMap((line) => {
    const call = /^(?:\$ )?(?:[A-Z_]+=(?:\$\([^)]*\)|[^\s$]+) )?(?:\.\/node_modules\/\.bin\/)?docform ([^#|>&]+)/.exec(
      line,
    )?.[1];
    return call === undefined
      ? []
      : [(call.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? []).map((word) => word.replace(/["']/g, ''))];
  });
}

describe('commands in the documentation', () => {
  const shown = pages
    .map((page) => ({ path: page.path, calls: callsIn(page) }))
    .filter(({ calls }) => calls.length > 0);

  test('the pages contain more than 100 commands', () => {
    expect(shown.flatMap(({ calls }) => calls).length).toBeGreaterThan(100);
  });

  test.each(shown)('the commands in $path are accepted', async ({ calls }) => {
    for (const words of calls) {
      let called = 0;
      const program = declareProgram(
        { stdout: { write: () => undefined, isTerminal: false, columns: 80 } },
        () => async () => {
          called += 1;
        },
      );
      const isVersion = words.includes('--version');
      const said = await program.parseAsync(words, { from: 'user' }).then(
        () => 'understood',
        (error: Error) => (isVersion ? 'understood' : error.message),
      );
      expect({ words, said, called }).toEqual({ words, said: 'understood', called: isVersion ? 0 : 1 });
    }
  });
});
