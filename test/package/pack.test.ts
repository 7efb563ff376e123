/** Checks that the npm package contains no undo, ledger or journal file, and that no link in it leads outside the package. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { localLinksOf, pageAt } from '../docs/pages.ts';
import { directoryWith } from '../support/directory.ts';
import { projectDirectory } from '../support/sources.ts';

function packedIn(directory: string): readonly string[] {
  const said = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', '--offline'], {
    ...{ cwd: directory, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  });
  const [packed] = JSON.parse(said) as readonly { readonly files: readonly { readonly path: string }[] }[];
  return packed?.files.map(({ path }) => path) ?? [];
}

test('every relative link in a packed page leads to a packed file', () => {
  const packed = packedIn(projectDirectory);
  const isPacked = (target: string): boolean => packed.some((path) => path === target || path.startsWith(`${target}/`));
  const pages = packed.filter((path) => path.endsWith('.md')).map(pageAt);
  expect(pages.length).toBeGreaterThan(20);
  const dead = pages.flatMap((page) =>
    localLinksOf(page).flatMap((link) => {
      const [path = ''] = link.split('#');
      const target = posix.join(posix.dirname(page.path), path).replace(/\/$/, '');
      return path === '' || isPacked(target) ? [] : [`${page.path}: ${link}`];
    }),
  );
  expect(dead).toEqual([]);
});

test('the npm package contains no undo, ledger, journal or rehearsal data', () => {
  const directory = directoryWith();
  try {
    const { name, version, files } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      readonly [key: string]: unknown;
    };
    writeFileSync(join(directory, 'package.json'), JSON.stringify({ name, version, files }));
    mkdirSync(join(directory, 'examples/people'), { recursive: true });
    copyFileSync('examples/.gitignore', join(directory, 'examples/.gitignore'));
    const left = ['docform.undo.json', 'docform.undo.eu.json', 'p.db.undo.json'];
    const ledgers = [
      'docform.ledger.json',
      'docform.ledger.json.journal',
      'docform.ledger.json.lock',
      'p.db',
      'p.db.ledger.json',
    ];
    for (const file of [...left, ...left.map((each) => `${each}.0a1b2c3d.tmp`), ...ledgers, 'docform.yaml'])
      writeFileSync(join(directory, 'examples/people', file), '');
    expect(packedIn(directory).filter((path) => path.startsWith('examples/people/'))).toEqual([
      'examples/people/docform.yaml',
    ]);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
