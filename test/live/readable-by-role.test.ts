/** Which declarations each role can plan completely, as the table in docs/explanations/what-a-token-sees.md lists them. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { apply } from '../../src/library/apply.ts';
import { plan } from '../../src/library/plan.ts';
import { findUnreadableAddresses, isIncomplete } from '../../src/plan/scope/readable-scope.ts';
import { file, living, readTexts, takeIn } from '../support/importing.ts';
import { localPlatform } from '../support/local-platform.ts';

const lower = {
  create: 'jon@acme.dev',
  review: 'kim@acme.dev',
  edit: 'bo@acme.dev',
  comment: 'dan@acme.dev',
  read: 'oli@acme.dev',
};

/** Columns of the table. */
type Documented = '2025-06' | 'gitbook';

type Block = { [key: string]: Block };

/** Lists that an import leaves out. */
const more: { readonly [D in Documented]: (configuration: Block) => object } = {
  '2025-06': () => ({ linkInvites: { inv_123: 'read' } }),
  gitbook: ({ spaces, collections, sites }) => ({
    spaces: {
      ...spaces,
      home: { ...spaces?.home, permissions: { teams: { docs: 'edit' }, members: { 'max@acme.dev': 'edit' } } },
      runbook: { ...spaces?.runbook, permissions: { members: { 'ida@acme.dev': 'edit' } } },
    },
    collections,
    sites: { ...sites, 'partner-portal': { ...sites?.['partner-portal'], redirects: { '/old': 'https://acme.dev' } } },
  }),
};

/** The medium organization with a declaration of every kind, applied by an admin. */
async function everything(dialect: Documented) {
  const place = await living('medium', dialect);
  const { texts, ledger } = await takeIn(place, place.reference.organization);
  const configuration = parse(texts.get(file) ?? '') as Block;
  const desired = readTexts(
    new Map([...texts, [file, stringify({ ...configuration, ...more[dialect](configuration) })]]),
  );
  const { platform } = place;
  const report = await apply(await plan({ desired, platform, ledger }), { platform, ledger });
  expect(report.counts.failed).toBe(0);
  const planAs = async (email: string, only?: readonly string[], except?: readonly string[]) => {
    const own = await localPlatform({ ...place.reference, token: place.reference.tokenFor(email) });
    const scope = { ...(only && { only }), ...(except && { except }) };
    return (await plan({ desired, platform: own, ledger, ...(only || except ? { scope } : {}) })).plan;
  };
  return { desired, planAs, close: () => place.reference.close() };
}

const wordsOf = { all: 'all', some: 'visible ones', none: 'none' };

/** By kind, from the table of the page. */
function documented(dialect: Documented) {
  const page = readFileSync('docs/explanations/what-a-token-sees.md', 'utf8');
  const rows = [...page.matchAll(/^\| `([^|]+)` \| ([^|]+) \| ([^|]+) \|/gm)];
  return new Map(
    rows.map(([, keys = '', contract = '', gitbook = '']) => [keys, { '2025-06': contract, gitbook }[dialect].trim()]),
  );
}

/** The row of the table. */
function keysOf(address: string) {
  const names = address.split('/').filter((_, at) => at % 2 === 0);
  return names
    .join('.')
    .replace('sites.sections.spaces', 'sites.spaces')
    .replace(/^spaces\.(teams|members)$/, 'permissions');
}

test.each(['2025-06', 'gitbook'] as const)(
  'the table lists what each role can plan completely: %s',
  async (dialect) => {
    const { desired, planAs, close } = await everything(dialect);
    const asAdmin = await planAs('ana@acme.dev');
    expect([asAdmin.changes, asAdmin.unknown]).toEqual([[], []]);
    const kinds = new Map<string, string[]>();
    for (const { address } of desired.resources) {
      const keys = keysOf(address);
      kinds.set(keys, [...(kinds.get(keys) ?? []), address]);
    }
    for (const [role, email] of Object.entries(lower)) {
      const whole = await planAs(email);
      expect(whole.changes, role).toEqual([]);
      const hidden = new Set(whole.unknown.flatMap(({ hides }) => hides));
      const found = [...kinds].map(([keys, addresses]): [string, string] => {
        const seen = addresses.filter((address) => !hidden.has(address)).length;
        return [keys, seen === 0 ? wordsOf.none : seen < addresses.length ? wordsOf.some : wordsOf.all];
      });
      const expected = documented(dialect);
      expect(Object.fromEntries(found), role).toEqual(
        Object.fromEntries(found.map(([keys]) => [keys, expected.get(keys)])),
      );
      // A scope decides by its own resources, and the proposed scope contains everything else.
      for (const addresses of kinds.values()) {
        const [readable] = addresses.filter((address) => !hidden.has(address));
        const [unreadable] = addresses.filter((address) => hidden.has(address));
        for (const address of [readable, unreadable]) {
          if (address === undefined || (role !== 'read' && role !== 'create')) continue;
          const { unknown, changes } = await planAs(email, [address]);
          expect(changes).toEqual([]);
          expect(unknown.some(isIncomplete), `${role} ${address}`).toBe(address === unreadable);
        }
      }
      const except = findUnreadableAddresses(whole.unknown) ?? [];
      expect(except.length).toBeGreaterThan(0);
      expect((await planAs(email, undefined, except)).unknown.filter(isIncomplete)).toEqual([]);
    }
    close();
  },
);
