/** Commands about the reference platform itself: `docform platform seed` writes the configuration of a fixture, `coverage` lists the implemented operations, and `differences` the choices where the contract is unclear. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { oneLine } from '../../report/wording/sanitize.ts';
import { count } from '../../report/wording/words.ts';
import { choices, coverage, createPlatform, type SeedName, seedNames } from '../../server/index.ts';
import { placeToWrite, readNamedFile } from '../files/named-file.ts';
import { printResult, type Run, usageFailure, wholeNumber } from '../io/session.ts';

export function seedNameOf(text: string) {
  const name = seedNames.find((each) => each === text);
  if (name === undefined) throw usageFailure(`unknown fixture ${text}`, `choose one of ${seedNames.join(', ')}`);
  return name;
}

/** The plan of the configuration has no changes. */
export const runSeed: Run<{ readonly seedNumber?: string }> = async (session, [seed = ''], flags) => {
  const { configuration, directory, isConfirmed } = session.settings;
  const name = seedNameOf(seed);
  if (configuration === undefined)
    throw usageFailure('--config is missing', `give the directory: \`docform platform seed ${name} --config DIR\``);
  const seedNumber = wholeNumber('--seed-number', flags.seedNumber, 0, 2 ** 31) ?? 1;
  const target = resolve(directory, configuration);
  const files = [...(await seedTexts(name, seedNumber))];
  for (const [path, text] of isConfirmed ? [] : files) {
    const present = readNamedFile(placeToWrite(target, path, 'docform.yaml'), 'text');
    if ('text' in present ? present.text !== text : !present.isMissing)
      throw usageFailure(
        `${join(configuration, path)} already exists with different content`,
        'choose another directory, or overwrite the file with --yes',
      );
  }
  for (const [path, text] of files) {
    const place = placeToWrite(target, path, 'docform.yaml');
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, text);
  }
  const paths = files.map(([path]) => path);
  printResult(
    session,
    'seed',
    { seed, directory: target, files: paths },
    `Wrote ${count(paths.length, 'file')} to ${configuration}.\n`,
  );
};

const mostInOneFile = 500;

/** Returns texts by path. Planning them on a platform with this fixture shows no changes. */
export async function seedTexts(seed: SeedName, seedNumber: number): Promise<ReadonlyMap<string, string>> {
  const { chosenOf, newConfiguration } = await import('../../library/import-texts.ts');
  const { importLive } = await import('../../library/import.ts');
  const { memoryLedger } = await import('../../library/platform.ts');
  const { openLocalPlatform } = await import('../../library/platform.ts');
  const reference = createPlatform({ seed, seedNumber });
  try {
    const { organization } = reference;
    const platform = await openLocalPlatform({
      fetch: reference.fetch,
      answer: reference.answer,
      token: reference.token,
      host: 'local',
    });
    const chosen = chosenOf(await importLive({ organization, platform, ledger: memoryLedger() }), []);
    const split = chosen.resources.length > mostInOneFile ? { split: 'kind' as const } : {};
    return newConfiguration(chosen, { organization, file: 'docform.yaml', ...split });
  } finally {
    reference.close();
  }
}

const marks = ['implemented', 'validated', 'stateful'] as const;

export const runCoverage: Run = async (session) => {
  const width = Math.max(...coverage.map(({ operation }) => operation.length));
  const lines = coverage.map(
    (row) => `${row.operation.padEnd(width)}  ${marks.filter((mark) => row[mark]).join(', ') || 'not tested'}\n`,
  );
  const counts = marks.map((mark) => `${coverage.filter((row) => row[mark]).length} ${mark}`);
  const text = `${lines.join('')}\n${coverage.length} operations: ${counts.join(', ')}.\n`;
  printResult(session, 'platform-coverage', { items: coverage }, text);
};

export const runDifferences: Run = async (session) => {
  const paragraphs = choices.map(
    ({ subject, choice, reason }) => `${oneLine(subject)}\n  ${oneLine(choice)}\n  Why: ${oneLine(reason)}\n`,
  );
  printResult(session, 'platform-differences', { items: choices }, paragraphs.join('\n'));
};
