/** The plan as a pull-request comment: escaping and the size limit. */
import { describe, expect, test } from 'vitest';
import { planComment } from '../../src/report/plan/markdown.ts';
import { expand } from './expand.ts';
import { change, everything, planMarkdown, planWith } from './plans.ts';

const bytes = (text: string) => Buffer.byteLength(text, 'utf8');

function many(count: number, action: 'create' | 'delete', title = 'T') {
  return Array.from({ length: count }, (_, index) =>
    change(`spaces/space-number-${index}`, action, {
      // Different emoji, so that no two changes can be packed.
      fields: action === 'create' ? [{ field: 'emoji', before: undefined, after: `${title.repeat(40)}${index}` }] : [],
      lost: action === 'delete' ? ['its content'] : [],
    }),
  );
}

/** Changes whose keys are not consecutive, so that they cannot be packed. */
function apart(count: number) {
  return many(count, 'delete').map((each, index) => ({
    ...each,
    address: `spaces/x${(index * 7919) % 99_991}-${index % 7}`,
  }));
}

test('a comment contains marker, summary and digest, and lists blocked changes first', () => {
  const text = planMarkdown(everything, { requests: 7, digest: 'sha256:abc' });
  expect(text.startsWith('<!-- docform:plan -->\n')).toBe(true);
  expect(text).toContain('**Plan: 1 to create, 1 to update');
  expect(text).toContain('Plan digest: `sha256:abc`');
  expect(text.indexOf('sites/old')).toBeLessThan(text.indexOf('teams/support'));
  expect(text).toContain('`--allow-deletes 12`');
  expect(text).toContain('title: `"A"` → `"B"`');
});

describe('escaping of hostile texts', () => {
  const evil = '</details> <img src=x> @acme/team [x](http://evil.dev) `` ` `` | # 1 #12';
  const text = planMarkdown(
    planWith([
      change('teams/docs', 'update', {
        fields: [{ field: 'title', before: evil, after: 'B' }],
        why: evil,
        notes: [evil],
      }),
    ]),
  );
  // The folds of docform itself.
  const outsideCode = text
    .replace(/^<\/?details(?: open)?>(?:<summary>[\w, ()]*<\/summary>)?$/gm, '')
    .replace(/(`+)(?!`).*?[^`]\1(?!`)/g, '');

  test('texts never become HTML, mentions, links or issue references', () => {
    expect(outsideCode).not.toContain('<img');
    expect(outsideCode).not.toContain('</details>');
    expect(outsideCode).not.toMatch(/@acme/);
    expect(outsideCode).not.toMatch(/\]\(/);
    expect(outsideCode).not.toMatch(/#12/);
  });

  test('backticks cannot end inline code', () => {
    expect(text).toMatch(/```["\w ]*<\/details>/);
  });
});

describe('size limit', () => {
  test('a comment of a long plan names every change, with as many details as fit', () => {
    const plan = planWith([...many(900, 'create', 'ü'), ...many(5, 'delete')]);
    const text = planMarkdown(plan);
    expect(bytes(text)).toBeLessThanOrEqual(65_000);
    expect(text).toMatch(/Of 900 other changes: \d\d\d with details, \d+ by name\./);
    expect(text).toMatch(/- `\+` create in `spaces\/`, (\d+): `\1 from space-number-\d+ to space-number-899`/);
  });

  test('changes that cannot be named are counted by place and kind, but deletes and blocks are complete', () => {
    const blocked = change('sites/docs', 'update', {
      blocked: { code: 'B-CONFLICT', reason: 'changed on both sides' },
    });
    const creates = many(9000, 'create').map((each, at) => ({
      ...each,
      address: `sites/s${at % 40}/sections/${at ** 3}-${at % 7}`,
    }));
    const text = planMarkdown(planWith([...creates, ...many(100, 'delete'), blocked]));
    expect(bytes(text)).toBeLessThanOrEqual(65_000);
    const [, number = ''] = /Not listed: (\d+) to create\./.exec(text) ?? [];
    expect(text).toContain(`by name, ${number} only as a number.`);
    expect(text).toContain('- `sites/s39`: create thing (225)');
    expect(text).toMatch(/- \d+ more places?: \d+ changes/);
    const told = new Set(expand(text).map(({ address }) => address));
    for (let index = 0; index < 100; index += 1) expect(told).toContain(`spaces/space-number-${index}`);
    expect(text).toContain('changed on both sides');
  });

  test('thousands of deletes are all named, grouped by list', () => {
    const text = planMarkdown(planWith(many(2500, 'delete')));
    expect(bytes(text)).toBeLessThanOrEqual(65_000);
    const told = expand(text).map(({ address }) => address);
    expect(new Set(told)).toEqual(new Set(Array.from({ length: 2500 }, (_, index) => `spaces/space-number-${index}`)));
  });

  test('a comment that cannot contain all high-risk changes starts with a warning and their number', () => {
    const { text, isWhole } = planComment(planWith(apart(12_000)));
    expect(bytes(text)).toBeLessThanOrEqual(65_000);
    expect(isWhole).toBe(false);
    expect(text.split('\n').slice(0, 3).join(' ')).toMatch(
      /does not show the whole plan. It has no room for \d+ high-risk changes. Do not approve/,
    );
  });

  test('bytes are counted, not characters', () => {
    const text = planMarkdown(planWith([change('a', 'update', { why: '語'.repeat(30_000) })]));
    expect(bytes(text)).toBeLessThanOrEqual(65_000);
  });
});

test('a plan without changes is reported as no changes', () => {
  expect(planMarkdown(planWith([]))).toContain('**No changes.**');
});
