/** What npm packs: never how an apply is taken back, nor a ledger or journal. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { directoryWith } from '../support/directory.ts';

test('npm packs no undo, ledger, journal or data of a rehearsal', () => {
  const directory = directoryWith();
  try {
    const { name, version, files } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly [key: string]: unknown };
    writeFileSync(join(directory, 'package.json'), JSON.stringify({ name, version, files }));
    mkdirSync(join(directory, 'examples/people'), { recursive: true });
    copyFileSync('examples/.gitignore', join(directory, 'examples/.gitignore'));
    const left = [
      'docform.undo.patch',
      'docform.undo.eu.patch',
      'docform.undo.unfinished.patch',
      'docform.undo.cut-off.patch',
      'p.db.undo.patch',
    ];
    const ledgers = ['docform.ledger.json', 'docform.ledger.json.journal', 'docform.ledger.json.lease', 'p.db', 'p.db.ledger.json'];
    for (const file of [...left, ...left.map((each) => `${each}.0a1b2c3d.tmp`), ...ledgers, 'docform.yaml'])
      writeFileSync(join(directory, 'examples/people', file), '');
    const said = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', '--offline'], {
      ...{ cwd: directory, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    });
    const [packed] = JSON.parse(said) as readonly { readonly files: readonly { readonly path: string }[] }[];
    const paths = packed?.files.map(({ path }) => path).filter((path) => path.startsWith('examples/people/'));
    expect(paths).toEqual(['examples/people/docform.yaml']);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
