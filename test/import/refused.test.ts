/** A refused list affects nothing else: other objects are declared, the list is reported, and the plan is empty. */
import { expect, test } from 'vitest';
import { rehearseOn } from '../../src/cli/planning/rehearsal.ts';
import { asDesired } from '../../src/import/adopt.ts';
import { shapes } from '../../src/kinds/index.ts';
import { importLive, readCopy } from '../../src/library/import.ts';
import { plan } from '../../src/library/plan.ts';
import { memoryLedger } from '../../src/library/platform.ts';
import { createPlatform } from '../../src/server/index.ts';
import { localPlatform } from '../support/local-platform.ts';
import { changesOf, ledgerOf } from './adopting.ts';

const lists = [
  ...[
    'members',
    'members/*/spaces',
    'teams',
    'teams/*/members',
    'saml',
    'custom-fields',
    'collections',
    'openapi',
    'translations',
    'sites',
  ],
  ...['sections', 'section-groups', 'site-spaces', 'share-links', 'adaptive-schema'].map((part) => `sites/*/${part}`),
];

test.each([...lists.map((list) => `/v1/orgs/*/${list}`), '/v1/spaces/*/custom-fields'])(
  'an import is complete except for the refused list %s',
  async (path) => {
    const reference = createPlatform({ seed: 'medium', token: 'token-of-ana' });
    reference.faults.add({ match: { method: 'GET', path }, effect: { type: 'status', status: 403 } });
    const { organization } = reference;
    const platform = await localPlatform(reference);
    const { adopted, live } = await importLive({ organization, platform, ledger: memoryLedger() });
    expect(adopted.leftOut.filter(({ why }) => why.includes('403')).length).toBeGreaterThan(0);
    expect(adopted.resources.length).toBeGreaterThan(20);
    expect(changesOf(adopted, live)).toEqual([]);
    const ledger = memoryLedger(ledgerOf(adopted));
    const declared = asDesired(adopted, organization, shapes);
    const settings = declared.resources.map((each) =>
      each.kind === 'organization' ? { ...each, fields: { title: 'Acme II' } } : each,
    );
    const desired = { ...declared, resources: settings };
    const planned = await plan({ desired, platform, ledger });
    const copied = await readCopy({ organization, platform, ledger, desired });
    const rehearsal = await rehearseOn(copied, { desired, planned, ledger }, () => undefined);
    expect(rehearsal).toMatchObject({ status: 'passed', changes: { done: 1 } });
    expect(rehearsal.notCovered.some(({ why }) => why.includes('403'))).toBe(true);
    reference.close();
  },
);
