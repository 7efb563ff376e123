/** Parts that cannot be declared are left out with a reason, and do not affect others. */
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { loadConfiguration } from '../../src/config/load-configuration.ts';
import { emptyLedger } from '../../src/core/state.ts';
import { composeConfiguration } from '../../src/edit/compose/compose.ts';
import { kindsOfDialect, shapes } from '../../src/kinds/index.ts';
import { importLive } from '../../src/library/import.ts';
import { memoryLedger } from '../../src/library/platform.ts';
import { plan } from '../../src/plan/plan.ts';
import { remoteChanges } from '../../src/plan/result/change.ts';
import { createPlatform } from '../../src/server/index.ts';
import { filesInMemory } from '../config/memory-files.ts';
import { localPlatform } from '../support/local-platform.ts';
import { changesOf, ledgerOf } from './adopting.ts';
import { oddWorld } from './odd-world.ts';

async function adoptedOdd() {
  const reference = createPlatform({ seed: oddWorld(), token: 'token-of-ana' });
  const platform = await localPlatform(reference);
  const imported = await importLive({ organization: reference.organization, platform, ledger: memoryLedger() });
  reference.close();
  return imported;
}

test('the plan of an import is empty, and without a ledger it contains only objects that cannot be pinned', async () => {
  const { adopted, live } = await adoptedOdd();
  expect(changesOf(adopted, live)).toEqual([]);
  expect(changesOf(adopted, live, emptyLedger)).toEqual([
    expect.stringContaining('2 objects on the platform could be this site-space'),
  ]);
});

test('an import can be written to a file and read back unchanged', async () => {
  const { adopted, live } = await adoptedOdd();
  const text = stringify({ version: 1, organization: 'acme', ...composeConfiguration(adopted, shapes) });
  const { desired, problems } = loadConfiguration({
    file: 'docform.yaml',
    files: filesInMemory({ 'docform.yaml': text }),
    shapes,
  });
  expect(problems.map(({ code, message }) => `${code} ${message}`)).toEqual([]);
  const facts = (each: { readonly address: string; readonly fields: object }) => [each.address, each.fields];
  expect(Object.fromEntries((desired?.resources ?? []).map(facts))).toEqual(
    Object.fromEntries(adopted.resources.map(facts)),
  );
  const lists = desired?.lists.filter(({ kind }) => kindsOfDialect('2025-06').has(kind));
  expect(lists?.map(({ list }) => list).toSorted()).toEqual(adopted.lists.toSorted());
  // The first apply records protection in the ledger, and an import ends with an apply.
  if (desired)
    expect(
      remoteChanges(plan({ desired, live, ledger: ledgerOf(adopted), shapes })).filter(
        ({ action }) => action !== 'record',
      ),
    ).toEqual([]);
});

test('every part that cannot be declared is listed with a reason', async () => {
  const { adopted } = await adoptedOdd();
  expect(adopted.leftOut.map(({ what, why }) => `${what}: ${why}`)).toMatchInlineSnapshot(`
    [
      "openapi: it could not be read completely: 1 listed item violates the API contract",
      "member "with/slash@acme.dev" (XmCQo0ivz9Y1mU1To0ZC): its email cannot be a key: it must be an e-mail address",
      "member "no address" (bo4CJ4qGmO0146RCI1lh): its email cannot be a key: it must be an e-mail address",
      "team member (XmCQo0ivz9Y1mU1To0ZC) in teams/same-2: its member XmCQo0ivz9Y1mU1To0ZC cannot be declared",
      "site-space (Wr26V1sxZOp0OoPAA3XG) in sites/docs/sections/fine: sites/docs/sections/fine/spaces/home is already oOAop3UV73026xAe11WY, and a configuration can declare only one",
      "settings: title: title is shorter than 2 characters (1 character)",
      "settings: hostname: hostname is shorter than 3 characters (1 character)",
      "settings: defaultRole: defaultRole cannot be "overlord" (unknown value)",
      "members/eve@acme.dev: role: role cannot be "overlord" (unknown value)",
      "teams/same-2/members/eve@acme.dev: role: role cannot be "captain" (unknown value)",
      "team (2nqCg1NvsKh0PxVq64XZ): title is empty (0 characters)",
      "team "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" (E2Gf93hMYDe3KLopr3cb): title is longer than 64 characters (65 characters)",
      "saml/fine: ssoURL: ssoURL must be a URL such as https://acme.dev/x (invalid value)",
      "saml/fine: defaultTeam: it is teams/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx, which cannot be declared",
      "SAML provider "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" (lsUIn1e9eyr3Nwcs20go): label is longer than 30 characters (31 characters)",
      "collection "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" (iiQVJ1B4GwP0y6t9L3tZ): title is longer than 50 characters (51 characters)",
      "spaces/notes/fields: chosen: its value must be a list of its options",
      "spaces/notes/fields: size: its value must be text",
      "spaces/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx: title: title is longer than 50 characters (60 characters)",
      "spaces/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx: collection: it is collections/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx, which cannot be declared",
      "OpenAPI specification (no-url): url must be a URL such as https://acme.dev/x (invalid value)",
      "translation (lO6VR4rcaZl0M5m2I0BF): title is empty (0 characters)",
      "sites/docs/visitor: unsigned: the type of claim age cannot be "number" (unknown value)",
      "sites/docs/sections/broken: condition: condition: a condition must be a single expression",
      "sites/docs/sections/fine: default: it is Wr26V1sxZOp0OoPAA3XG, which cannot be declared",
      "section "Lost" (FezXA13crlb1mDsHF3Sr) in sites/docs: it needs sites/docs/groups/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx, which cannot be declared",
      "site-space (jPcta0f8JaI2P7SmM1gG) in sites/docs/sections/lost: it needs sites/docs/sections/lost, which cannot be declared",
      "sites/docs/sections/s: title: title is shorter than 2 characters (1 character)",
      "sites/docs/sections/unknown: condition: it uses the claim "nobody", which the site does not define",
      "section group "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" (7PWAe3h9BUM06ZRP506n) in sites/docs: title is longer than 100 characters (101 characters)",
      "share link "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" (KUk4w2wzksD22xVAi3yp) in sites/docs: name is longer than 50 characters (51 characters)",
      "sites/twin: visibility: visibility cannot be "members-only" (unknown value)",
      "sites/twin/spaces/home: condition: condition: invalid expression: unexpected token",
      "sites/x: title: title is shorter than 2 characters (1 character)",
      "sites/x: basename: basename is longer than 100 characters (101 characters)",
      "sites/x: proxy: proxy does not match the required pattern (must match ^([\\w-]+\\.)*[\\w-]+\\.[a-zA-Z]{2,}(\\/[\\w-]+)+$)",
    ]
  `);
});
