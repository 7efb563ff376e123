/** `docform explain`: prints the meaning of a code and its remedy, the meaning of a field, or with --schema a JSON Schema. */

import { readShippedText } from '../../disk/shipped-text.ts';
import { type Explanation, explanationsIn } from '../../report/failure.ts';
import { wrapped } from '../../report/wording/sanitize.ts';
import { type CommandFlags, printResult, type Run, usageFailure } from '../io/session.ts';

const columns = 100;

/** Codes, and paths of kinds and fields. */
export async function explainedNames() {
  return [...Object.keys(explanations()), ...(await explainedPaths()).keys()];
}

async function explainedPaths() {
  return (await import('../../library/language.ts')).explained();
}

/** Codes of problems and of failed commands (`E-…`), and codes that plans print (`B-…`, `W-…`). */
export function explanations(): { readonly [code: string]: Explanation } {
  return explanationsIn(readShippedText('report/assets/codes.md'));
}

export const runExplain: Run<CommandFlags<'out', 'schema'>> = async (session, [name], { schema, out }) => {
  if (schema === true)
    return (await import('./explain-schema.ts')).explainSchema(session, name ?? 'configuration', out);
  if (out !== undefined) throw usageFailure('--out requires --schema', 'add --schema, or omit --out');
  if (name === undefined) throw usageFailure('NAME is missing', 'see `docform explain --help`');
  const all = explanations();
  const code = name.toUpperCase();
  const found = all[code];
  if (found !== undefined) return printResult(session, 'explanation', { code, ...found }, explanationText(code, found));
  const paragraphs = (await explainedPaths()).get(name)?.();
  if (paragraphs === undefined) throw await unknownName(name, Object.keys(all));
  printResult(session, 'description', { path: name, paragraphs }, pathText(name, paragraphs));
};

async function unknownName(name: string, codes: readonly string[]) {
  const { createSuggest } = await import('../../config/problem-list.ts');
  const isPath = name.includes('.');
  const [wanted, names] = isPath ? [name, [...(await explainedPaths()).keys()]] : [name.toUpperCase(), codes];
  const part = wanted.replace(/^[BEW]-/, '');
  // The prefix is no likeness, and typing errors rarely change the first letter: E-NOPE is neither E-TYPE nor B-SCOPE.
  const wholeNames = new Map(names.map((each) => [each.replace(/^[BEW]-/, ''), each]));
  const similar = part === '' ? undefined : createSuggest()(part, [...wholeNames.keys()]);
  const alike = similar?.[0] === part[0] ? wholeNames.get(similar ?? '') : undefined;
  const near = alike === undefined ? names.filter((each) => part !== '' && each.includes(part)).slice(0, 5) : [alike];
  return usageFailure(
    `unknown ${isPath ? 'field' : 'code'} ${name}`,
    near.length > 0
      ? `did you mean ${near.join(' or ')}?`
      : 'give a code from a message, such as E-REF-UNKNOWN, or a field, such as sites.visibility',
  );
}

function pathText(path: string, paragraphs: readonly string[]) {
  const lines = paragraphs.flatMap((each) => each.split('\n'));
  return `${[path, ...lines.flatMap((line) => wrapped(line, { columns, first: '  ', rest: '    ' }))].join('\n')}\n`;
}

function explanationText(code: string, { meaning, remedy }: Explanation) {
  const lines = [
    code,
    ...wrapped(meaning, { columns, first: '  ', rest: '  ' }),
    ...wrapped(remedy, { columns, first: '  help: ', rest: '    ' }),
  ];
  return `${lines.join('\n')}\n`;
}
