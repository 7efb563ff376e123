/** Keys and words with a meaning in JavaScript, and keys that are not text, are a problem or ordinary keys. */
import { expect, test } from 'vitest';
import { head, load } from './memory-files.ts';

const keys = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '"\\ud800"',
  'valueOf',
  '"__proto__ "',
  '""',
  '.nan',
  '0x10',
  '2001-01-01',
  '~',
  'true',
  '"\\u0000"',
  '"a/b"',
  '..',
  '"."',
];
const spots: readonly (readonly [string, (k: string) => string])[] = [
  ['top', (k) => `${head}${k}: { a: 1 }\n`],
  ['team', (k) => `${head}teams: { ${k}: { title: T } }\n`],
  ['teamkey', (k) => `${head}teams: { a: { title: T, ${k}: 1 } }\n`],
  ['member', (k) => `${head}members: { ${k}: admin }\n`],
  ['roster', (k) => `${head}teams: { a: { title: T, members: { ${k}: owner } } }\n`],
  ['vars', (k) => `${head}vars: { ${k}: x }\nteams: { a: { title: "\${vars.__proto__}\${vars.constructor}" } }\n`],
  [
    'fields',
    (k) =>
      `${head}customFields: { ${k}: { type: text, title: F } }\nspaces: { s: { title: S, fields: { ${k}: x } } }\n`,
  ],
  ['fields2', (k) => `${head}spaces: { s: { title: S, fields: { ${k}: x } } }\n`],
  [
    'claims',
    (k) =>
      `${head}sites: { d: { title: D, visitor: { claims: { ${k}: { type: boolean, description: B } }, unsigned: { ${k}: { type: boolean, description: B } } }, structure: [{ space: s, condition: visitor.claims.${k.replace(/"/g, '')} }] } }\nspaces: { s: { title: S } }\n`,
  ],
  [
    'section',
    (k) => `${head}sites: { d: { title: D, structure: [{ section: ${k}, title: X, spaces: [{ space: ${k} }] }] } }\n`,
  ],
  [
    'ref',
    (k) =>
      `${head}collections: { a: { title: A, parent: ${k} } }\nspaces: { s: { title: S, collection: ${k}, copyOf: ${k} } }\n`,
  ],
  ['order', (k) => `${head}collections: { a: { title: A, order: [${k}] } }\n`],
  ['moved', (k) => `${head}moved: [{ from: teams/${k}, to: ${k}/a }]\n`],
  ['policy', (k) => `${head}policy: { prune: { ${k}: all }, protect: [${k}], unprotect: [${k}], ${k}: 1 }\n`],
  ['drift', (k) => `${head}drift: { ignore: [{ address: ${k}, reason: x, fields: [${k}] }] }\n`],
  ['spec', (k) => `${head}openapi: { ${k}: { url: https://x.y/z } }\n`],
  ['invite', (k) => `${head}linkInvites: { ${k}: read }\n`],
  ['share', (k) => `${head}sites: { d: { title: D, shareLinks: { ${k}: { name: N } } } }\n`],
  ['settings', (k) => `${head}settings: { ${k}: 1, defaultContent: { site: ${k}, ${k}: 1 } }\n`],
  ['include', (k) => `${head}include: [${k}]\n`],
  ['file', (k) => `${head}openapi: { a: { file: ${k} } }\n`],
  ['pin', (k) => `${head}spaces: { s: { title: S, id: ${k} } }\n`],
  ['title', (k) => `${head}teams: { a: { title: ${k} } }\n`],
  ['org', (k) => `version: 1\norganization: ${k}\n`],
  ['choice', (k) => `${head}sites: { d: { title: D, visibility: ${k} } }\n`],
  ['cftype', (k) => `${head}customFields: { f: { type: ${k}, title: F } }\n`],
  [
    'claimtype',
    (k) => `${head}sites: { d: { title: D, visitor: { claims: { a: { type: ${k}, description: x } } } } }\n`,
  ],
];

test.each(spots)('%s', (_, make) => {
  const untouched = Object.getOwnPropertyNames(Object.prototype).length;
  for (const key of keys) {
    const { desired, problems } = load(make(key));
    expect(desired === undefined, make(key)).toBe(problems.length > 0);
  }
  expect(Object.getOwnPropertyNames(Object.prototype)).toHaveLength(untouched);
});

test('a value under a hostile key is kept like any other', () => {
  for (const key of ['__proto__', 'constructor', 'toString']) {
    const text = `${head}customFields: { ${key}: { type: text, title: F } }\nspaces: { s: { title: S, fields: { ${key}: x } } }\n`;
    const { desired, problems } = load(text);
    const values = desired?.resources.find(({ address }) => address === 'spaces/s/fields')?.fields.values;
    if (problems.length === 0) expect(Object.entries(values ?? {}), key).toEqual([[key, 'x']]);
  }
});
