/** examples/branding works as its header says: on an empty platform, with the variables that `platform serve` prints. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startPlatform } from '../../src/server/index.ts';
import { run } from '../cli/harness.ts';
import { directoryWith } from '../support/directory.ts';
import { projectDirectory } from '../support/sources.ts';

test('forty sites get the branding of the template, and another color is one group of changes', async () => {
  const text = await readFile(join(projectDirectory, 'examples/branding/docform.yaml'), 'utf8');
  const platform = await startPlatform({ seed: 'empty', dialect: 'gitbook' });
  const environment = {
    DOCFORM_API_URL: platform.url,
    DOCFORM_TOKEN: platform.token,
    DOCFORM_ORG: platform.organization,
  };
  try {
    const directory = directoryWith({ 'docform.yaml': text });
    expect(await run(['apply', '--yes'], { directory, environment })).toMatchObject({ exit: 0 });
    expect(await run(['plan', '--detailed-exitcode'], { directory, environment })).toMatchObject({ exit: 0 });
    const changed = text.replace('primaryColor: "#346ddb"', 'primaryColor: "#0f766e"');
    await writeFile(join(directory, 'docform.yaml'), changed);
    const { stdout } = await run(['plan'], { directory, environment });
    expect(stdout).toMatch(/ ~ 40 of sites\/\*\/customization: .*\n +primaryColor {2}"#346ddb" → "#0f766e"\n/);
  } finally {
    await platform.close();
  }
});
