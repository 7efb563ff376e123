/** The ledger file: format, validation and name. */

import { describe, expect, test } from 'vitest';
import { explanations } from '../../src/cli/actions/explain.ts';
import { DocformError } from '../../src/core/docform-error.ts';
import type { Ledger } from '../../src/core/state.ts';
import { serialiseLedger } from '../../src/ledger/ledger.ts';
import { ledgerPath } from '../../src/ledger/ledger-file.ts';
import { parseLedger } from './parse-ledger.ts';

const target = { host: 'api.acme.dev', organization: 'o1' };
const ledger: Ledger = {
  resources: {
    'teams/docs': { id: 't1' },
    'members/ana@acme.dev': { id: 'u1' },
    settings: { id: 'o1', protect: true, applied: { logo: 'abc', another: 'def' } },
  },
  lists: ['teams', 'members'],
};

function refusal(text: string): DocformError {
  try {
    parseLedger(text, target);
  } catch (error) {
    if (error instanceof DocformError) return error;
    throw error;
  }
  throw new Error('it was accepted');
}

describe('format', () => {
  test.each([
    ['vendor', 'gitbook'],
    ['vendor-2025', 'gitbook-0.180'],
  ] as const)('a ledger with the former name of a dialect is read: %s', (former, dialect) => {
    const text = serialiseLedger({ ...ledger, dialect }, target);
    expect(parseLedger(text.replace(`"dialect": "${dialect}"`, `"dialect": "${former}"`), target).dialect).toBe(
      dialect,
    );
  });

  test('each list and address has a sorted line that ends with a comma, because each block has a fixed last line', () => {
    expect(serialiseLedger(ledger, target)).toBe(`{
  "version": 2,
  "host": "api.acme.dev",
  "organization": "o1",
  "lists": [
    "members",
    "teams",
    ""
  ],
  "orders": {
    "": ""
  },
  "pending": {
    "": ""
  },
  "resources": {
    "members/ana@acme.dev": {"id":"u1"},
    "settings": {"id":"o1","protect":true,"applied":{"another":"def","logo":"abc"}},
    "teams/docs": {"id":"t1"},
    "": {}
  }
}
`);
  });

  test('a written ledger is read back and written again as the same bytes', () => {
    const text = serialiseLedger(ledger, target);
    expect(parseLedger(text, target).resources).toEqual(ledger.resources);
    expect(serialiseLedger(parseLedger(text, target), target)).toBe(text);
  });

  test('orders have a line per container and are optional', () => {
    const orders = { 'sites/docs': 'abcdef.012345', 'collections/a': '012345.abcdef.00000f' };
    const text = serialiseLedger({ ...ledger, orders }, target);
    expect(text).toContain(`  ],
  "orders": {
    "collections/a": "012345.abcdef.00000f",
    "sites/docs": "abcdef.012345",
    "": ""
  },
  "pending": {`);
    expect(parseLedger(text, target).orders).toEqual(orders);
    expect(parseLedger(serialiseLedger(ledger, target), target)).not.toHaveProperty('orders');
    expect(parseLedger(serialiseLedger({ ...ledger, orders: {} }, target), target)).not.toHaveProperty('orders');
  });

  test('pending declarations have a line per address and are optional', () => {
    const pending = { 'members/new@acme.dev': '0123456789abc', 'members/eve@acme.dev': 'abc0123456789' };
    const text = serialiseLedger({ ...ledger, pending }, target);
    expect(text).toContain(`  "pending": {
    "members/eve@acme.dev": "abc0123456789",
    "members/new@acme.dev": "0123456789abc",
    "": ""
  },`);
    expect(parseLedger(text, target).pending).toEqual(pending);
    expect(parseLedger(text.replace(/ {2}"pending": \{[^}]*\},\n/, ''), target)).not.toHaveProperty('pending');
  });

  test('an empty ledger is valid', () => {
    expect(parseLedger(serialiseLedger({ resources: {}, lists: [] }, target), target)).toEqual({
      resources: {},
      lists: [],
    });
  });
});

describe('refusals', () => {
  const text = serialiseLedger(ledger, target);
  test.each([
    ['another host', text.replace('api.acme.dev', 'api.other.dev'), 'E-LEDGER-TARGET', 'host api.other.dev'],
    ['another organization', text.replace('"o1"', '"o2"'), 'E-LEDGER-TARGET', 'organization o2'],
    ['a newer version', text.replace('"version": 2', '"version": 3'), 'E-LEDGER-INVALID', 'version 3'],
    ['half a file', text.slice(0, 60), 'E-LEDGER-INVALID', 'not JSON'],
    ['conflict markers', `<<<<<<< ours\n${text}`, 'E-LEDGER-INVALID', 'line 1 is a merge conflict marker'],
    [
      'an id that cannot be in a path',
      text.replace('{"id":"t1"}', '{"id":".."}'),
      'E-LEDGER-INVALID',
      'teams/docs has no id',
    ],
    ['an id with half a character', text.replace('{"id":"t1"}', '{"id":"\\ud800"}'), 'E-LEDGER-INVALID', 'no id'],
    ['an entry without id', text.replace('{"id":"t1"}', '{}'), 'E-LEDGER-INVALID', 'teams/docs has no id'],
    ['a damaged order', text.replace('"": ""', '"sites/a": "abcdef."'), 'E-LEDGER-INVALID', 'the order of sites/a'],
    [
      'orders as a list',
      text.replace(/"orders": \{[^}]*\}/, '"orders": []'),
      'E-LEDGER-INVALID',
      '"orders" is not a map',
    ],
    [
      'pending as a list',
      text.replace(/"pending": \{[^}]*\}/, '"pending": []'),
      'E-LEDGER-INVALID',
      '"pending" is not a map',
    ],
    ['an array', '[]', 'E-LEDGER-INVALID', 'not a JSON object'],
  ])('%s', (_, broken, code, message) => {
    const error = refusal(broken);
    expect(error.code).toBe(code);
    expect(error.message).toContain(message);
    expect(error.hint).not.toBe('');
    expect(error.hint).not.toMatch(/(?<!never )delete it/);
  });

  test('the remedy for a damaged ledger restores it and never deletes it', () => {
    expect(refusal(text.slice(0, 60)).hint).toMatch(/restore the file from Git .*; never delete the ledger/);
    expect(refusal(`<<<<<<< ours\n${text}`).hint).toContain('keep the lines of both sides, one for each address');
    expect(explanations()['E-LEDGER-INVALID']?.remedy).not.toMatch(/or delete/);
  });
});

describe('a duplicate address', () => {
  const twice = (line: string) =>
    serialiseLedger(ledger, target).replace('    "teams/docs"', `    ${line},\n    "teams/docs"`);
  test('is refused with both ids', () => {
    const error = refusal(twice('"teams/docs": {"id":"t2"}'));
    expect(error.message).toBe('duplicate entry teams/docs, with the ids t2 and t1');
    expect(error.hint).toContain('find the right object on the platform, and remove the other line');
  });

  test('with one id keeps what both lines agree on, and the protection of either', () => {
    const lines = (one: string, other: string) =>
      parseLedger(twice(`"teams/new": ${one},\n    "teams/new": ${other}`), target).resources['teams/new'];
    expect(
      lines(
        '{"id":"t9","applied":{"title":"aa","logo":"cc"}}',
        '{"id":"t9","protect":true,"applied":{"title":"bb","logo":"cc"}}',
      ),
    ).toEqual({ id: 't9', protect: true, applied: { logo: 'cc' } });
    expect(lines('{"id":"t9","applied":{"title":"aa"}}', '{"id":"t9","applied":{"title":"bb"}}')).toEqual({ id: 't9' });
  });

  test('is accepted if both lines are the same, in any layout', () => {
    expect(parseLedger(twice('"teams/docs": {"id":"t1"}'), target).resources).toEqual(ledger.resources);
    const dense = JSON.stringify(JSON.parse(serialiseLedger(ledger, target)));
    expect(parseLedger(dense, target).resources).toEqual(ledger.resources);
    expect(refusal(dense.replace('"teams/docs"', '"teams/d\\u006fcs":{"id":"t9"},"teams/docs"')).message).toContain(
      'with the ids t9 and t1',
    );
  });

  test('is refused in a duplicate block that differs', () => {
    expect(
      refusal(serialiseLedger(ledger, target).replace('"resources"', '"resources": {"a":{"id":"b"}},\n  "resources"'))
        .message,
    ).toBe('duplicate key "resources"');
  });

  test('becomes unknown if it is an order', () => {
    const orders = { 'sites/a': '0000aa.0000bb', 'sites/b': '0000cc.0000dd' };
    const text = serialiseLedger({ ...ledger, orders }, target);
    const read = (line: string) =>
      parseLedger(text.replace('    "sites/b"', `    ${line},\n    "sites/b"`), target).orders;
    expect(read('"sites/a": "0000bb.0000aa"')).toEqual({ 'sites/b': '0000cc.0000dd' });
    expect(read('"sites/a": "0000aa.0000bb"')).toEqual(orders);
  });
});

test.each([
  [1, 'move the file away, then adopt the objects again with `docform import`'],
  [3, 'update docform'],
])('a ledger of version %s is refused with the way out', (version, hint) => {
  const text = serialiseLedger({ lists: [], resources: {} }, target).replace('"version": 2', `"version": ${version}`);
  expect(() => parseLedger(text, target)).toThrow(expect.objectContaining({ code: 'E-LEDGER-INVALID', hint }));
});

test('each environment has its own ledger file', () => {
  expect(ledgerPath('/x')).toBe('/x/docform.ledger.json');
  expect(ledgerPath('/x', 'staging')).toBe('/x/docform.ledger.staging.json');
});
