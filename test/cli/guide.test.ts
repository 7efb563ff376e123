/** Tests that the example test in the guide for other test runners passes with the source instead of the package. */
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { blocksOf, pageAt } from '../docs/pages.ts';
import { directoryWith } from '../support/directory.ts';
import { projectDirectory } from '../support/sources.ts';

test('the example of the guide passes with node --test', () => {
  const [example = ''] = blocksOf(pageAt('docs/guides/test-your-client.md'), 'js');
  expect(example).toContain("from '@docform/cli/platform'");
  const source = pathToFileURL(join(projectDirectory, 'src/server/index.ts')).href;
  const directory = directoryWith();
  try {
    const file = join(directory, 'guide.test.mjs');
    writeFileSync(file, example.replace('@docform/cli/platform', source));
    const environment = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => name !== 'NODE_TEST_CONTEXT'),
    );
    const said = execFileSync(process.execPath, ['--import', 'tsx', '--test', '--test-reporter', 'tap', file], {
      ...{ cwd: projectDirectory, env: environment, encoding: 'utf8' },
    });
    expect(said).toMatch(/^# pass 1$/m);
    expect(said).toMatch(/^# fail 0$/m);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
