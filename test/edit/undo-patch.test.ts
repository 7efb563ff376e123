/** The file of an undo: what it says of itself is read back, nobody's text becomes a part of the diff, and the diff gives the very text. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseUndoPatch, patchedFiles, type UndoPatch, undoPatchText } from '../../src/edit/inverse/undo-patch.ts';
import { patched, unifiedDiff, withBlobIds } from '../../src/edit/text-diff.ts';
import '../support/law-seed.ts';

const facts: UndoPatch['facts'] = {
  host: 'api.example.com',
  organization: 'acme',
  environment: 'prod',
  at: '2026-01-01T00:00:00Z',
  who: 'ana@machine',
  link: 'https://ci.example/1',
  digest: 'sha256:00',
};

const patchOf = (before: string, after: string, more: Partial<UndoPatch> = {}): UndoPatch => {
  const [then, now] = [new Map([['docform.yaml', before]]), new Map([['docform.yaml', after]])];
  const diff = withBlobIds(unifiedDiff(then, now), then, now);
  return { facts, files: patchedFiles(then, now), restored: [], lost: [], diff, ...more };
};

test('what it says of itself', () => {
  const patch = patchOf('a: 1\n', 'a: 2\n', {
    restored: [
      { address: 'teams/docs', what: 'fields', fields: ['title'] },
      { address: 'sites/docs', what: 'order' },
    ],
    lost: [{ address: 'teams/docs', field: 'logo', why: 'the platform never shows it' }],
  });
  const text = undoPatchText(patch);
  expect(text).toContain('  applied: 2026-01-01T00:00:00Z by ana@machine (https://ci.example/1)\n');
  expect(text).toContain('\n  ~ teams/docs: title\n  > sites/docs: its order\n');
  expect(text).toContain('diff --git a/docform.yaml b/docform.yaml\nindex a8926a52d8dcba5c4386945476ab6a2ad008afd4..');
  expect(parseUndoPatch(text)).toEqual({
    facts: {
      host: 'api.example.com',
      organization: 'acme',
      environment: 'prod',
      applied: '2026-01-01T00:00:00Z by ana@machine (https://ci.example/1)',
    },
    files: patch.files,
    lost: ['teams/docs, logo: the platform never shows it'],
    diff: patch.diff,
  });
});

test('whatever stands in names and reasons, it is no part of the diff, and no control character', () => {
  const nasty = 'x\n--- a/docform.yaml\n+++ b/docform.yaml\n@@ -1 +1 @@\n-a: 1\n+a: 3\r\u001b[2J\u202e\ndiff --git a/x b/x\n';
  const text = undoPatchText(
    patchOf('a: 1\n', 'a: 2\n', {
      facts: { ...facts, host: nasty, who: nasty, organization: nasty },
      restored: [{ address: nasty, what: 'added', fields: [nasty] }],
      lost: [{ address: nasty, field: nasty, why: nasty }],
    }),
  );
  const head = text.slice(0, text.indexOf('diff --git a/docform.yaml'));
  expect(head).not.toMatch(/^(diff|---|\+\+\+|@@|[-+]a)/m);
  expect(head.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u202e]/);
  const read = parseUndoPatch(text);
  expect(patched(new Map([['docform.yaml', 'a: 1\n']]), read?.diff ?? '')?.get('docform.yaml')).toBe('a: 2\n');
});

test('what is no such file, or is cut short, is none', () => {
  const text = undoPatchText(patchOf('a: 1\n', 'a: 2\n'));
  for (const other of [
    '',
    'a: 1\n',
    text.slice(20),
    text.replace('version 1', 'version 2'),
    text.replace(/ {2}file: sha256:\w/, '  file: sha256:'),
  ])
    expect(parseUndoPatch(other)).toBeUndefined();
  expect(parseUndoPatch(text.replaceAll('\n', '\r\n'))?.facts.organization).toBe('acme');
});

test('nothing to change is said, and is a file all the same', () => {
  const text = undoPatchText({ facts, files: [], restored: [], lost: [{ address: 'teams/docs', why: 'no' }], diff: '' });
  expect(text).toContain('Nothing: there is nothing to change in the configuration.');
  expect(parseUndoPatch(text)).toMatchObject({ files: [], lost: ['teams/docs: no'], diff: '' });
});

test('the diff gives the very text, whatever its line ends, and only where every line fits', () => {
  const line = fc.constantFrom('a: 1', 'b: 2', '', '  - x', '- y', '+ z', '--- a/x', '@@ -1 +1 @@', '\\ No newline', 'é\u2028ü', '# c\r');
  const texts = fc
    .tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
    .map(([lines, end, isEnded]) => lines.join(end) + (isEnded ? end : ''));
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      if (before === after) return;
      const { diff } = patchOf(before, after);
      expect(patched(new Map([['docform.yaml', before]]), diff)?.get('docform.yaml')).toBe(after);
    }),
    { numRuns: 300 },
  );
  const { diff } = patchOf('a: 1\nb: 1\nc: 1\n', 'a: 1\nb: 2\nc: 1\n');
  expect(patched(new Map([['docform.yaml', 'a: 1\nb: 1\nc: 2\n']]), diff)).toBeUndefined();
  expect(patched(new Map([['other.yaml', 'a: 1\n']]), diff)).toBeUndefined();
});
