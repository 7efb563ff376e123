/** One thing has one name: words that messages, help, documentation and expected plans must not use, with the word to use instead. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectDirectory } from '../support/sources.ts';

const names: readonly (readonly [use: string, instead: RegExp])[] = [
  ['reference platform', /\b(?:local|mock|fake) platforms?\b/i],
  ['copy of the organization', /\blocal copy of\b/i],
  ['member permissions', /\b(?:own permissions: |direct grants|permissions of members and guests)/i],
  ['June 2025 API', /\bAPI of June 2025\b/i],
  ["GitBook's current API", /\b(?:current API of GitBook|API that (?:GitBook|GitBook) publishes today)\b/i],
  ['site structure file', /\bsite file\b/i],
  ['job summary', /\brun's summary\b/i],
  ['the plan is blocked', /\bthe plan stops\b/i],
  ['revert', /\b(?:take|takes|took|taken|taking) (?:it|this|that|them) back\b/i],
  ['forget, stop managing', /\blet(?:s|ting)? go of\b/i],
  ['high-risk', /\bsevere (?:change|consequence)s?\b/i],
  ['outside docform', /\b(?:changed|edited|made) by hand (?:on the platform|since)\b/i],
  ['state lock', /\b(?:ledger|apply|state) lease\b/i],
];

function textFiles(): readonly string[] {
  const listed = execFileSync('git', ['ls-files', 'src', 'docs', 'examples', 'test/cases', 'README.md'], {
    cwd: projectDirectory,
    encoding: 'utf8',
  });
  return listed
    .split('\n')
    .filter((path) => /\.(?:ts|md|json|ya?ml)$/.test(path) && !path.startsWith('docs/site/'))
    .filter((path) => existsSync(join(projectDirectory, path)));
}

test('one thing has one name in messages, help, documentation and plans', () => {
  const files = textFiles();
  expect(files.length).toBeGreaterThan(1000);
  const found = files.flatMap((path) => {
    const text = readFileSync(join(projectDirectory, path), 'utf8');
    return names.flatMap(([use, instead]) => {
      const word = instead.exec(text)?.[0];
      return word === undefined ? [] : [`${path}: "${word}": use "${use}"`];
    });
  });
  expect(found).toEqual([]);
});
