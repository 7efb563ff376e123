/** The large pattern engine is loaded only for rules with patterns. */
import { expect, test, vi } from 'vitest';
import type { FileReader } from '../../src/config/files/file-reader.ts';
import { loadRules } from '../../src/config/policy/rules.ts';
import { nowhere } from '../../src/core/problem.ts';
import { ruleSubjects } from '../../src/library/rule-subjects.ts';

const loaded = vi.hoisted(() => ({ count: 0 }));
vi.mock('../../src/config/policy/linear-pattern.ts', (original) => {
  loaded.count += 1;
  return original();
});

async function load(schema: string) {
  const text = `message: m\nmust: ${schema}\n`;
  const files: FileReader = { read: () => ({ text, bytes: text.length }), list: () => [] };
  const { rules, problems } = await loadRules([{ path: 'a.yaml', span: nowhere, files }], ruleSubjects());
  expect(problems).toEqual([]);
  return rules[0];
}

test('the pattern engine is loaded only for rules with patterns', async () => {
  await load('{ required: [title], properties: { title: { const: x, format: email } } }');
  expect(loaded.count).toBe(0);
  const rule = await load('{ properties: { title: { pattern: "^DOCS-[0-9]+" } } }');
  expect(loaded.count).toBe(1);
  expect([rule?.isKept({ title: 'DOCS-12 x' }), rule?.isKept({ title: 'x DOCS-12' })]).toEqual([true, false]);
});
