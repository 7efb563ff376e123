/** No code reads a sentence of `report`: other words in all of them change no request, no exit code, no grouping, and no member of JSON besides texts. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { planText } from '../../src/report/plan/text.ts';
import * as harness from '../cli/harness.ts';
import { caseNames, readCase } from '../support/case.ts';
import { directoryWith } from '../support/directory.ts';
import { mutatedSources } from '../support/mutated-sources.ts';
import * as cases from '../support/run-case.ts';

let mutated: {
  readonly cases: typeof cases;
  readonly harness: typeof harness;
  readonly planText: typeof planText;
};
let changed = 0;
beforeAll(async () => {
  const copy = mutatedSources();
  const load = (path: string) => import(pathToFileURL(join(copy.directory, path)).href);
  mutated = {
    cases: await load('test/support/run-case.ts'),
    harness: await load('test/cli/harness.ts'),
    planText: (await load('src/report/plan/text.ts')).planText,
  };
  changed = copy.changed;
});

test('plans of cases have the same lines and the same requests', async () => {
  expect(changed).toBeGreaterThan(300);
  let differing = 0;
  for (const name of caseNames().filter((_, at) => at % 12 === 0)) {
    const [own, other] = [await cases.runCase(readCase(name)), await mutated.cases.runCase(readCase(name))];
    const [ownText, otherText] = [planText(own.planned.plan), mutated.planText(other.planned.plan)];
    expect(otherText.toLowerCase(), name).toBe(ownText.toLowerCase());
    expect(other.requests, name).toBe(own.requests);
    if (otherText !== ownText) differing += 1;
  }
  expect(differing, 'plans whose words are others').toBeGreaterThan(20);
});

/** Each command with its outputs, without the directory and the time. */
async function ran({ run }: typeof harness) {
  const directory = directoryWith();
  const environment = { DOCFORM_API_URL: 'local:p.db', DOCFORM_SEED: 'small', DOCFORM_DIALECT: 'gitbook' };
  const outputs: string[] = [];
  for (const line of lines) {
    const { exit, stdout, stderr } = await run(line.split(' '), { directory, environment });
    const text = `${stdout}\n${stderr}`.replaceAll(directory, 'DIRECTORY').replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');
    outputs.push(`${line}: ${exit}\n${text}`);
  }
  return outputs;
}

const lines = [
  'import --yes',
  'plan --detailed-exitcode',
  'api PATCH /v1/orgs/{organization} --field title=Renamed --yes',
  'drift --detailed-exitcode --json',
  'drift --format markdown',
  'plan --detailed-exitcode --format markdown',
  'access --json',
  'forget members --yes',
];

test('commands have the same exit codes, the same JSON and the same blocks', async () => {
  const [own, other] = [await ran(harness), await ran(mutated.harness)];
  expect(other.map((output) => output.toLowerCase())).toEqual(own.map((output) => output.toLowerCase()));
});
