/** `docform explain CODE`: prints the meaning of a code and its remedy. */

import { type ExitCode, exitCode } from '../../core/exit-code.ts';
import { shippedText } from '../../disk/shipped-text.ts';
import { type Explanation, explanationsIn } from '../../report/explanations.ts';
import { wrapped } from '../../report/wrap.ts';
import { usageFailure } from '../failure.ts';
import { printResult, type Session } from '../session.ts';

const columns = 100;

export async function explainedCodes(): Promise<readonly string[]> {
  return Object.keys(await explanations());
}

async function explanations(): Promise<{ readonly [code: string]: Explanation }> {
  const { problemExplanations } = await import('../../config/problems.ts');
  return { ...problemExplanations, ...codeExplanations() };
}

/** Codes of failed commands (`E-…`), and codes that plans print (`B-…`, `W-…`). */
export function codeExplanations(): { readonly [code: string]: Explanation } {
  return explanationsIn(shippedText('report/assets/codes.md'));
}

export async function runExplain(session: Session, code: string): Promise<ExitCode> {
  const { createSuggest } = await import('../../config/suggest.ts');
  const all = await explanations();
  const wanted = code.toUpperCase();
  const found = all[wanted];
  if (found === undefined) {
    const part = wanted.replace(/^[BEW]-/, '');
    const alike = part === '' ? undefined : createSuggest()(wanted, Object.keys(all));
    const near =
      alike === undefined
        ? Object.keys(all)
            .filter((each) => part !== '' && each.includes(part))
            .slice(0, 5)
        : [alike];
    throw usageFailure(
      `unknown code ${code}`,
      near.length > 0 ? `did you mean ${near.join(' or ')}?` : 'give a code from a message, such as E-REF-UNKNOWN',
    );
  }
  printResult(session, 'explanation', { code: wanted, ...found }, explanationText(wanted, found));
  return exitCode.done;
}

function explanationText(code: string, { meaning, remedy }: Explanation): string {
  const lines = [
    code,
    ...wrapped(meaning, { columns, first: '  ', rest: '  ' }),
    ...wrapped(remedy, { columns, first: '  help: ', rest: '    ' }),
  ];
  return `${lines.join('\n')}\n`;
}
