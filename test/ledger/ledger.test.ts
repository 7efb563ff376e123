/** The ledger's file: format, validation, name. */
import { describe, expect, test } from 'vitest';
import type { Ledger } from '../../src/core/state.ts';
import { LedgerError, parseLedger, serialiseLedger } from '../../src/ledger/ledger.ts';
import { ledgerPath } from '../../src/ledger/ledger-file.ts';

const target = { host: 'api.acme.dev', organization: 'o1' };
const ledger: Ledger = {
  resources: {
    'teams/docs': { id: 't1' },
    'members/ana@acme.dev': { id: 'u1' },
    settings: { id: 'o1', protect: true, applied: { logo: 'abc', another: 'def' } },
  },
  lists: ['teams', 'members'],
};

function refusal(text: string): LedgerError {
  try {
    parseLedger(text, target);
  } catch (error) {
    if (error instanceof LedgerError) return error;
    throw error;
  }
  throw new Error('it was accepted');
}

describe('format', () => {
  test('one sorted line per list and per address', () => {
    expect(serialiseLedger(ledger, target)).toBe(`{
  "version": 1,
  "host": "api.acme.dev",
  "organization": "o1",
  "lists": [
    "members",
    "teams"
  ],
  "resources": {
    "members/ana@acme.dev": {"id":"u1"},
    "settings": {"id":"o1","protect":true,"applied":{"another":"def","logo":"abc"}},
    "teams/docs": {"id":"t1"}
  }
}
`);
  });

  test('what was written is read back, and written again as the same bytes', () => {
    const text = serialiseLedger(ledger, target);
    expect(parseLedger(text, target).resources).toEqual(ledger.resources);
    expect(serialiseLedger(parseLedger(text, target), target)).toBe(text);
  });

  test('orders have a line per container, and a ledger without them is one of before', () => {
    const orders = { 'sites/docs': 'abcdef.012345', 'collections/a': '012345.abcdef.00000f' };
    const text = serialiseLedger({ ...ledger, orders }, target);
    expect(text).toContain(`  ],
  "orders": {
    "collections/a": "012345.abcdef.00000f",
    "sites/docs": "abcdef.012345"
  },
  "resources": {`);
    expect(parseLedger(text, target).orders).toEqual(orders);
    expect(parseLedger(serialiseLedger(ledger, target), target)).not.toHaveProperty('orders');
    expect(parseLedger(serialiseLedger({ ...ledger, orders: {} }, target), target)).not.toHaveProperty('orders');
  });

  test('an empty ledger is valid', () => {
    expect(parseLedger(serialiseLedger({ resources: {}, lists: [] }, target), target)).toEqual({ resources: {}, lists: [] });
  });
});

describe('refusals', () => {
  const text = serialiseLedger(ledger, target);
  test.each([
    ['another host', text.replace('api.acme.dev', 'api.other.dev'), 'E-LEDGER-TARGET', 'host api.other.dev'],
    ['another organization', text.replace('"o1"', '"o2"'), 'E-LEDGER-TARGET', 'organization o2'],
    ['a newer version', text.replace('"version": 1', '"version": 2'), 'E-LEDGER-INVALID', 'version is 2'],
    ['half a file', text.slice(0, 60), 'E-LEDGER-INVALID', 'not JSON'],
    ['conflict markers', `<<<<<<< ours\n${text}`, 'E-LEDGER-INVALID', 'line 1 is a merge conflict marker'],
    ['an entry without id', text.replace('{"id":"t1"}', '{}'), 'E-LEDGER-INVALID', 'teams/docs has no id'],
    [
      'a damaged order',
      text.replace('"resources"', '"orders": {"sites/a": "abcdef."},\n  "resources"'),
      'E-LEDGER-INVALID',
      'the order of sites/a',
    ],
    ['orders as a list', text.replace('"resources"', '"orders": [],\n  "resources"'), 'E-LEDGER-INVALID', '"orders" is not a map'],
    ['an array', '[]', 'E-LEDGER-INVALID', 'not a JSON object'],
  ])('%s', (_, broken, code, message) => {
    const error = refusal(broken);
    expect(error.code).toBe(code);
    expect(error.message).toContain(message);
    expect(error.hint).not.toBe('');
  });
});

test('each environment has its own file', () => {
  expect(ledgerPath('/x')).toBe('/x/docform.ledger.json');
  expect(ledgerPath('/x', 'staging')).toBe('/x/docform.ledger.staging.json');
});
