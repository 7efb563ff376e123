/** Tests that `docform get` shows which resources are in the configuration, the ledger and on the platform, and writes nothing. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { csvText } from '../../src/report/wording/sanitize.ts';
import { workspace } from './plan-workspace.ts';

const whole = `version: 1
teams:
  docs: { title: Docs }
  support: { title: Support }
sites:
  docs: { title: Docs, basename: docs, shareLinks: { globex: { name: Globex } } }
`;

let place: Awaited<ReturnType<typeof workspace>>;
beforeEach(async () => {
  place = await workspace(whole, 'small');
});
afterEach(() => place.close());

interface Listed {
  readonly objects: readonly {
    readonly address: string;
    readonly id: string | null;
    readonly status: string;
    readonly name: string | null;
  }[];
  readonly unread: readonly { readonly list: string; readonly reason: string }[];
}

async function listed(...argv: readonly string[]): Promise<Listed> {
  return JSON.parse((await place.docform(['get', ...argv, '--json'])).stdout) as Listed;
}

const standings = ({ objects }: Listed, segment: string) =>
  Object.fromEntries(
    objects.filter(({ address }) => address.startsWith(segment)).map(({ address, status }) => [address, status]),
  );

test('get has a status for each combination of configuration, ledger and platform, and sends only GET requests', async () => {
  expect((await place.docform(['apply', '--yes'])).exit).toBe(0);
  await place.ask('DELETE', `teams/${await place.titled('teams', 'Support')}`);
  await place.ask('PUT', 'teams', { title: 'By hand' });
  await place.write(`${whole.replace('  docs: { title: Docs }\n', '')}  new: { title: New, structure: [] }\n`);
  place.platform.requests.clear();
  const found = await listed();
  const byHand = found.objects.find(({ name }) => name === 'By hand');
  expect(standings(found, 'teams')).toMatchObject({
    'teams/docs': 'dropped',
    'teams/support': 'missing',
    [byHand?.address ?? '']: 'unmanaged',
  });
  expect(byHand?.address).toBe(`teams/id:${byHand?.id}`);
  expect(standings(found, 'sites')).toMatchObject({
    'sites/docs': 'managed',
    'sites/docs/shareLinks/globex': 'managed',
    'sites/new': 'missing',
  });
  expect(Object.values(standings(found, 'members')).every((status) => status === 'unmanaged')).toBe(true);
  expect(Object.keys(standings(found, 'members')).length).toBeGreaterThan(0);
  expect(found.unread).toEqual([]);
  expect(place.platform.requests.read().items.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('get can be limited to one place or to unmanaged resources, and prints a table', async () => {
  expect((await place.docform(['apply', '--yes'])).exit).toBe(0);
  const { stdout, stderr, exit } = await place.docform(['get', 'sites/docs/**']);
  expect(exit).toBe(0);
  expect(stdout).toMatch(/^ADDRESS +ID +STATUS\nsites\/docs\/shareLinks\/globex +\S+ +managed\n/);
  expect(stderr).toMatch(/objects?: .*managed/);
  const unmanaged = await listed('spaces', '--unmanaged');
  expect(unmanaged.objects.length).toBeGreaterThan(0);
  expect(
    unmanaged.objects.every(({ status, address }) => status === 'unmanaged' && address.startsWith('spaces/id:')),
  ).toBe(true);
  expect(await place.docform(['get', 'nonsense'])).toMatchObject({ exit: 3 });
  expect(await place.docform(['get', '--format', 'markdown'])).toMatchObject({ exit: 3 });
});

test('get --offline lists configuration and ledger without a token or a request', async () => {
  expect((await place.docform(['apply', '--yes'])).exit).toBe(0);
  await place.write(`${whole.replace('  docs: { title: Docs }\n', '  help: { title: Help }\n')}`);
  place.platform.requests.clear();
  const { stdout, exit } = await place.docform(['get', 'teams', '--offline', '--format', 'csv'], {
    environment: { DOCFORM_TOKEN: '' },
  });
  expect(exit).toBe(0);
  expect(stdout).toMatch(
    /^address,kind,id,status,name,reason,protected\r\nteams\/docs,team,[^,]+,dropped,,,false\r\nteams\/help,team,,unrecorded,,,false\r\nteams\/support,team,[^,]+,managed,,,false\r\n$/,
  );
  expect(place.platform.requests.read().items).toEqual([]);
  expect(await place.docform(['get', '--offline', '--unmanaged'])).toMatchObject({ exit: 3 });
});

test('get --unmanaged fails if a list cannot be read completely', async () => {
  expect((await place.docform(['apply', '--yes'])).exit).toBe(0);
  place.platform.faults.add({
    match: { operation: 'listTranslations' },
    effect: { type: 'status', status: 403, message: 'no' },
  });
  expect((await place.docform(['get', 'teams', '--unmanaged'])).exit).toBe(0);
  expect((await place.docform(['get'])).stderr).toContain('translations could not be read completely');
  const { exit, stderr } = await place.docform(['get', '--unmanaged']);
  expect(exit).toBe(1);
  expect(stderr).toContain('error[E-INCOMPLETE-READ]');
  place.platform.faults.add({
    match: { operation: 'listTeams' },
    effect: { type: 'status', status: 403, message: 'no' },
  });
  const hidden = await place.docform(['get', 'teams']);
  expect(hidden.exit).toBe(1);
  expect(hidden.stdout).toMatch(/teams\/docs +\S+ +unread/);
});

test('spreadsheets treat every cell of the table as text', () => {
  expect(
    csvText(
      ['a', 'b'],
      [
        ['=1+1', 'x,"y"'],
        [null, -1],
      ],
    ),
  ).toBe(`a,b\r\n'=1+1,"x,""y"""\r\n,-1\r\n`);
});

test('a resource with `fields: {}` is managed together with its parent', async () => {
  const spaces = 'spaces:\n  fresh: { title: Fresh, fields: {} }\n';
  await place.write(`${whole.replace('Globex } } }', 'Globex } }, structure: [{ space: fresh }] }')}${spaces}`);
  expect((await place.docform(['apply', '--yes'])).exit).toBe(0);
  const online = standings(await listed(), 'spaces/');
  const offline = standings(await listed('--offline'), 'spaces/');
  expect(online).toMatchObject({ 'spaces/fresh': 'managed', 'spaces/fresh/fields': 'managed' });
  expect(offline).toEqual({ 'spaces/fresh': 'managed', 'spaces/fresh/fields': 'managed' });
});
