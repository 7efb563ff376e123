/** In invalid configurations, comments with codes mark all problems. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesOnDisk } from '../src/config/files/load.ts';
import { loadConfiguration } from '../src/config/load-configuration.ts';
import { loadRules } from '../src/config/policy/rules.ts';
import { problemCodes } from '../src/config/problem-list.ts';
import { shapes } from '../src/kinds/index.ts';
import { ruleSubjects } from '../src/library/rule-subjects.ts';

const directory = join(import.meta.dirname, 'invalid');
const cases = readdirSync(directory).sort();

function mainFile(name: string): string {
  return statSync(join(directory, name)).isDirectory() ? `${name}/docform.yaml` : name;
}

/** `# with: variable org=x`, `# with: environment staging`, `# with: organization acme`, `# with: limit files=1`. */
function optionsIn(
  text: string,
): Pick<Parameters<typeof loadConfiguration>[0], 'variables' | 'environment' | 'organization' | 'limits'> {
  const found = [...text.matchAll(/^# with: (\w+) (\S+)$/gm)].map(([, word = '', value = '']) => ({ word, value }));
  const one = (word: string) => found.find((each) => each.word === word)?.value;
  const pairs = (word: string) =>
    found.filter((each) => each.word === word).map(({ value }) => value.split('=') as [string, string]);
  const [environment, organization] = [one('environment'), one('organization')];
  return {
    variables: Object.fromEntries(pairs('variable')),
    limits: Object.fromEntries(pairs('limit').map(([name, value]) => [name, Number(value)])),
    ...(environment === undefined ? {} : { environment }),
    ...(organization === undefined ? {} : { organization }),
  };
}

function annotationsIn(path: string): readonly string[] {
  return readFileSync(join(directory, path), 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      const comment = /#((?: E-[A-Z-]+)+)\s*$/.exec(line)?.[1] ?? '';
      return [...comment.matchAll(/E-[A-Z-]+/g)].map(([code]) => `${path}:${index + 1} ${code}`);
    });
}

function expectedIn(name: string): readonly string[] {
  if (!statSync(join(directory, name)).isDirectory()) return annotationsIn(name);
  const files = readdirSync(join(directory, name), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(yaml|csv)$/.test(file),
  );
  return files.flatMap((file) => annotationsIn(`${name}/${file}`));
}

type Loaded = Pick<ReturnType<typeof loadConfiguration>, 'desired' | 'problems' | 'sources'>;

/** Includes the policy rules of the configuration. */
async function loadCase(name: string): Promise<Loaded> {
  const file = mainFile(name);
  const options = optionsIn(readFileSync(join(directory, file), 'utf8'));
  const files = filesOnDisk(directory, file);
  const { ruleFiles, ...loaded } = loadConfiguration({ file, files, shapes, ...options });
  const { problems, sources } = await loadRules(
    ruleFiles.map((each) => ({ ...each, files })),
    ruleSubjects(),
  );
  return { ...loaded, problems: [...loaded.problems, ...problems], sources: new Map([...loaded.sources, ...sources]) };
}

test.each(cases)('%s has exactly the expected problems', async (name) => {
  const expected = expectedIn(name);
  const { problems, desired } = await loadCase(name);
  expect(expected.length).toBeGreaterThan(0);
  expect(desired).toBeUndefined();
  expect(problems.map(({ code, span }) => `${span.file}:${span.line} ${code}`).sort()).toEqual([...expected].sort());
});

test.each(cases)('%s: every problem describes an error at an existing place', async (name) => {
  const { problems, sources } = await loadCase(name);
  for (const { message, span, related = [] } of problems) {
    expect(message).toMatch(/^\S.*[^.]$/);
    for (const place of [span, ...related.map((each) => each.span)]) {
      const line = sources.get(place.file)?.split('\n')[place.line - 1];
      expect(line, `${place.file}:${place.line}`).toBeDefined();
      expect(place.column).toBeGreaterThan(0);
      expect(place.column + place.length - 1, `${message}: ${place.column}+${place.length}`).toBeLessThanOrEqual(
        Math.max(1, line?.length ?? 0),
      );
    }
  }
});

test('every code occurs in a file', () => {
  const seen = new Set(cases.flatMap(expectedIn).map((annotation) => annotation.split(' ')[1]));
  expect(problemCodes.filter((code) => !seen.has(code))).toEqual([]);
});
