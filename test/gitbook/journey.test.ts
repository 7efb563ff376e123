/** Import, restructuring, apply, drift and undo over HTTP, in both dialects. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startPlatform } from '../../src/server/index.ts';
import { run } from '../cli/harness.ts';
import { directoryWith } from '../support/directory.ts';

/** Reverses the items at the root of the first site with several of them. */
function restructured(yaml: string): string {
  return yaml.replace(/^ {4}structure:\n((?: {6}.*\n)+)/m, (_, block: string) => {
    const items = block.split(/(?=^ {6}- )/m);
    return `    structure:\n${items.reverse().join('')}`;
  });
}

test.each(['2025-06', 'gitbook'] as const)(
  'an imported organization is restructured and reverted in the dialect %s',
  async (dialect) => {
    const platform = await startPlatform({ seed: 'medium', dialect });
    const directory = directoryWith({});
    const environment = {
      DOCFORM_API_URL: platform.url,
      DOCFORM_ORG: platform.organization,
      DOCFORM_TOKEN: platform.token,
    };
    const docform = (...words: string[]) => run(words, { directory, environment });
    const plan = async () => (await docform('plan')).stdout;
    const file = join(directory, 'docform.yaml');
    try {
      expect((await docform('import')).exit).toBe(0);
      expect(await plan()).toContain('No changes.');
      const imported = await readFile(file, 'utf8');
      await writeFile(file, restructured(imported));
      expect(await plan()).toMatch(/Plan: \d+ to move\./);
      expect((await docform('plan', '--rehearse')).stdout).toContain('Rehearsal passed');
      expect(await docform('apply', '--yes')).toMatchObject({ exit: 0 });
      expect((await docform('drift')).stdout).toContain('No drift.');
      expect((await docform('undo', '--yes')).exit).toBe(0);
      expect(await docform('apply', '--yes')).toMatchObject({ exit: 0 });
      expect(await plan()).toContain('No changes.');
      expect(await readFile(file, 'utf8')).toBe(imported);
    } finally {
      await platform.close();
    }
  },
);
