/** The examples of the pages are what they say they are: configurations are valid, and commands are understood. */
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { declareProgram } from '../../src/cli/program.ts';
import { load } from '../config/memory-files.ts';
import { readCase } from '../support/case.ts';
import { blocksOf, isPipeline, type Page, pageAt, readPages } from './pages.ts';

test('test/README.md shows a case that is one, and an invalid file with the problems that it names', () => {
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

test('the README can be read at once', () => {
  expect(pageAt('README.md').text.split('\n').length - 1).toBeLessThanOrEqual(150);
});

const pages = readPages().filter(({ path }) => !/^(test|src|docs\/platform|\.github)\//.test(path));

/** What is missing to a whole configuration goes before it. */
function framed(yaml: string): string {
  return yaml.includes('version:') ? yaml : `version: 1\norganization: acme\n${yaml}`;
}

const configurations = pages.flatMap((page) =>
  blocksOf(page, 'yaml')
    .filter((yaml) => !isPipeline(yaml))
    .map((yaml, at) => ({ name: `${page.path} ${at + 1}`, yaml })),
);

test('there are configurations on several pages', () => {
  expect(configurations.length).toBeGreaterThanOrEqual(5);
});

test.each(configurations)('the configuration of $name is valid', ({ yaml }) => {
  const texts = { 'docform.yaml': framed(yaml), 'certs/okta.pem': 'PEM' };
  const variables = yaml.includes('org: null') ? { org: 'acme-staging' } : {};
  const { problems } = load(texts, { variables });
  expect(problems.map(({ code, message }) => `${code} ${message}`)).toEqual([]);
});

/** The words behind `docform`, as far as one command goes. */
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
      : [(call.match(/(?:"[^"]*"|[^\s"])+/g) ?? []).map((word) => word.replaceAll('"', ''))];
  });
}

describe('commands', () => {
  const shown = pages
    .map((page) => ({ path: page.path, calls: callsIn(page) }))
    .filter(({ calls }) => calls.length > 0);

  test('there are many', () => {
    expect(shown.flatMap(({ calls }) => calls).length).toBeGreaterThan(100);
  });

  test.each(shown)('those of $path are understood', async ({ calls }) => {
    for (const words of calls) {
      let called = 0;
      const { program } = declareProgram(
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
