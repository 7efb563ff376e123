/** Tests that names chosen for a pipeline remain strings in its YAML, and that the pipelines in the guides are as restricted as the generated ones. */
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type ForgeName, type PipelineFlags, pipelinesOf } from '../../src/cli/pipelines/pipeline.ts';
import { blocksOf, isPipeline, readPages } from '../docs/pages.ts';

/** Strings that YAML 1.1 or 1.2 parses as another type. */
const odd = [
  'null',
  'Null',
  'true',
  'False',
  'yes',
  'no',
  'on',
  'OFF',
  'y',
  'n',
  '1e3',
  '0x1F',
  '0o17',
  '017',
  '1_000',
  '12',
  '2026-01-01',
  'inf',
  'nan',
  'NaN',
];
const usual = 'quitenormal';

/** The documents with `word` in each place of a chosen name, compared with the documents of another word. */
function documents(forge: ForgeName, version: '1.1' | '1.2', word: string): unknown {
  const isName = /^[A-Za-z]/.test(word);
  const flags: PipelineFlags = {
    ...(isName ? { name: word } : {}),
    branch: word,
    ...(forge === 'gitlab' ? { image: word } : {}),
  };
  const written = [
    ...pipelinesOf(forge, flags, { environments: [word], configuration: word }),
    ...pipelinesOf(forge, flags, { environments: [], configuration: word }),
  ];
  return JSON.parse(JSON.stringify(written.map(({ text }) => parse(text, { version }) as unknown)));
}

describe.each(['github', 'gitlab'] as const)('%s', (forge) => {
  test.each(odd)('%s is accepted as the name of an environment, branch, pipeline, file or image', (word) => {
    const isName = /^[A-Za-z]/.test(word);
    for (const version of ['1.1', '1.2'] as const) {
      const text = JSON.stringify(documents(forge, version, isName ? usual : `1${usual}`));
      const secret = (name: string) => name.toUpperCase();
      const expected = text
        .replaceAll(isName ? usual : `1${usual}`, word)
        .replaceAll(secret(isName ? usual : `1${usual}`), secret(word).replace(/\W/g, '_'));
      expect(documents(forge, version, word)).toEqual(JSON.parse(expected));
    }
  });
});

describe('examples of pipelines in the guides', () => {
  const blocks = readPages()
    .flatMap((page) => blocksOf(page, 'yaml'))
    .filter(isPipeline);

  test('the guides contain example pipelines', () => expect(blocks.length).toBeGreaterThan(2));

  test.each(blocks.map((text, at) => [at, text] as const))(
    'example %i runs only the installed docform, with few permissions and no remaining credentials',
    (_, text) => {
      expect(text).not.toMatch(/npx|(?<![/\w.-])docform (?=[a-z])/);
      // A pipeline that only includes generated pipelines installs nothing.
      if (text.includes('docform')) expect(text).toContain('npm ci --ignore-scripts');
      if (!text.includes('runs-on')) return;
      const { permissions, jobs } = parse(text) as {
        readonly permissions?: unknown;
        readonly jobs: {
          readonly [name: string]: { readonly steps: readonly { readonly uses?: string; readonly with?: object }[] };
        };
      };
      expect(permissions).toEqual({ contents: 'read' });
      const checkouts = Object.values(jobs).flatMap(({ steps }) =>
        steps.filter(({ uses }) => uses?.startsWith('actions/checkout')),
      );
      expect(checkouts.length).toBeGreaterThan(0);
      for (const step of checkouts) expect(step.with).toEqual({ 'persist-credentials': false });
    },
  );
});
