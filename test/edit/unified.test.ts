/** Git applies the unified diff with byte-exact results. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { unifiedDiff } from '../../src/edit/text-diff.ts';
import { directoryWith } from '../support/directory.ts';

let directory: string;
beforeEach(() => {
  directory = directoryWith();
});

function applied(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  for (const [path, text] of before) writeFileSync(join(directory, path), text);
  execFileSync('git', ['apply', '--whitespace=nowarn', '-'], { cwd: directory, input: unifiedDiff(before, after) });
  return new Map([...after.keys()].map((path) => [path, readFileSync(join(directory, path), 'utf8')]));
}

const lines = Array.from({ length: 40 }, (_, at) => `line ${at}`);

test.each([
  ['a changed line', `${lines.join('\n')}\n`, `${lines.join('\n').replace('line 20', 'other')}\n`],
  ['lines at both ends', `${lines.join('\n')}\n`, `first\n${lines.slice(0, -1).join('\n')}\n`],
  ['no line break at the end before', lines.join('\n'), `${lines.join('\n')}\nmore\n`],
  ['no line break at the end after', `${lines.join('\n')}\n`, `${lines.join('\n')}\nmore`],
  ['CRLF', lines.join('\r\n'), lines.join('\r\n').replace('line 3\r', 'x\r')],
  ['a file that becomes empty', 'a\n', ''],
  ['a file that was empty', '', 'a\nb\n'],
])('Git applies a diff of %s', (_, before, after) => {
  expect(applied(new Map([['a.yaml', before]]), new Map([['a.yaml', after]]))).toEqual(new Map([['a.yaml', after]]));
});

test('a diff of several files is sorted by name, and new files start at /dev/null', () => {
  const before = new Map([['b.yaml', 'b\n']]);
  const after = new Map([
    ['b.yaml', 'c\n'],
    ['a b "c".yaml', 'new\n'],
  ]);
  expect(applied(before, after)).toEqual(after);
  expect(unifiedDiff(before, after)).toMatch(/new file mode 100644\n--- \/dev\/null\n[\s\S]*b\/b\.yaml/);
});

test('equal texts have no diff', () => {
  expect(unifiedDiff(new Map([['a', 'x\n']]), new Map([['a', 'x\n']]))).toBe('');
});

test('a completely different text is replaced as a whole', () => {
  const [before, after] = ['a', 'b'].map(
    (word) => `${Array.from({ length: 3000 }, (_, at) => `${word} ${at}`).join('\n')}\n`,
  );
  const [old, now] = [new Map([['a.yaml', before ?? '']]), new Map([['a.yaml', after ?? '']])];
  expect(applied(old, now)).toEqual(now);
});
