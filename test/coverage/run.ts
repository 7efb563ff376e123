/** Measures the coverage of the platform by its tests, and writes it; with --check it only compares, and fails if the files are outdated. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { coverageOf } from '../../src/server/facts.ts';
import { projectDirectory } from '../support/sources.ts';
import { measured } from './measured.ts';
import type { Entry } from './record.ts';
import { coveragePage, rowsText } from './written.ts';

const binary = (name: string): string => join(projectDirectory, 'node_modules', '.bin', name);

/** Runs the tests with recording, except tests that do not cover operations of the contract. */
function entries(): readonly Entry[] {
  const directory = mkdtempSync(join(tmpdir(), 'docform-coverage-'));
  try {
    const run = spawnSync(
      binary('vitest'),
      [
        'run',
        'test/server',
        '--exclude',
        '**/{fuzz,coverage,control,data-file}*.test.ts',
        ...process.argv.slice(2).filter((word) => word !== '--check'),
      ],
      {
        cwd: projectDirectory,
        env: { ...process.env, DOCFORM_COVERAGE: directory },
        stdio: ['ignore', 'inherit', 'inherit'],
      },
    );
    if (run.status !== 0) throw new Error('the tests failed; what they cover was not measured');
    return readdirSync(directory)
      .filter((name) => name.endsWith('.jsonl'))
      .flatMap((name) => readFileSync(join(directory, name), 'utf8').trim().split('\n'))
      .map((line) => JSON.parse(line) as Entry);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function read(path: string): string {
  try {
    return readFileSync(join(projectDirectory, path), 'utf8');
  } catch {
    return '';
  }
}

const rows = measured(entries());
const texts = [
  ['docs/platform/coverage.json', rowsText(rows)],
  ['docs/platform/COVERAGE.md', coveragePage(coverageOf(rows))],
] as const;
const stale = texts.filter(([path, text]) => read(path) !== text);
for (const [operation, seen] of Object.entries(rows)) {
  const missing = (['implemented', 'validated', 'stateful'] as const).filter((each) => !seen[each]);
  if (missing.length > 0) console.log(`${operation}: not seen to be ${missing.join(', ')}`);
}
if (process.argv.includes('--check')) {
  for (const [path] of stale) console.log(`${path} is stale: npm run coverage`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  for (const [path, text] of stale) writeFileSync(join(projectDirectory, path), text);
  console.log(`${stale.length === 0 ? 'nothing' : stale.map(([path]) => path).join(', ')} written`);
}
