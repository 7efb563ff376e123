/** Commands, flags and YAML in the messages of a comment are inline code without escapes, so that readers can copy them. */
import { expect, test } from 'vitest';
import { planComment } from '../../src/report/plan/markdown.ts';
import { failureMarkdown } from '../../src/report/problems.ts';
import { inlineCode, messageMarkdown } from '../../src/report/wording/sanitize.ts';
import { caseNames, readCase } from '../support/case.ts';
import { carryOutCase } from '../support/run-case.ts';

const commands =
  'access|api|apply|ci|doctor|drift|explain|fmt|forget|get|import|init|ledger|mv|plan|redirects|show|undo|validate';
/** A command, or a flag with its value. */
const command = new RegExp(`\\bdocform (?:${commands})\\b|(?<![\\w-])--[a-z]`);

/** The Markdown without inline code, blocks of code and headings. */
function withoutCode(markdown: string) {
  return markdown
    .replace(/^(`{3,})\w*\n[\s\S]*?^\1$/gm, '')
    .replace(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '')
    .replace(/^#+ .*$/gm, '');
}

test('a message keeps its text, and commands in it become inline code', () => {
  expect(messageMarkdown('run `docform forget members/zoe@example.com` (deletes *nothing*)')).toBe(
    'run `docform forget members/zoe@example.com` \\(deletes \\*nothing\\*\\)',
  );
  expect(messageMarkdown('no command: zoe@example.com, a ` alone')).toBe(
    'no command: zoe@&#8203;example.com, a \\` alone',
  );
});

test('the help of a failed plan can be copied', () => {
  const failure = { code: 'E-X', message: 'no `id:`', hint: 'run `docform get members/zoe@example.com`' };
  expect(failureMarkdown(failure, {})).toContain('`E-X`: no `id:` Help: run `docform get members/zoe@example.com`');
});

test('every command in the comment of every case is inline code, and is written as in the plan', async () => {
  const wrong: string[] = [];
  let copied = 0;
  for (const name of caseNames()) {
    const { planned, reference } = await carryOutCase(readCase(name));
    reference.close();
    const { plan } = planned;
    const comment = planComment(plan).text;
    const outside = command.exec(withoutCode(comment));
    if (outside !== null) wrong.push(`${name}: ${withoutCode(comment).slice(outside.index, outside.index + 80)}`);
    for (const { address, blocked } of plan.changes) {
      if (blocked?.hint === undefined) continue;
      if (command.test(withoutCode(blocked.hint))) wrong.push(`${name}: ${blocked.hint}`);
      for (const [, code = ''] of blocked.hint.matchAll(/`([^`]+)`/g)) {
        copied += 1;
        // Changes with the same reason are one item, with ADDRESS for each of them.
        const forms = [code, code.replaceAll(address, 'ADDRESS')].map(inlineCode);
        const isSame = forms.some((form) => comment.includes(form)) || comment.includes('same cause as');
        if (!isSame) wrong.push(`${name}: ${code}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(copied).toBeGreaterThan(30);
});
