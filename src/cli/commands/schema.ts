/** `docform schema` and `skill`: print the JSON Schema of the configuration or of a plan, and instructions for coding agents. */
import { writeFile } from 'node:fs/promises';
import { shippedText } from '../../disk/shipped-text.ts';
import { placeToWrite, refuseForeignFile } from '../files/named-file.ts';
import { requireParent } from '../files/named-place.ts';
import { type Run, usageFailure } from '../io/session.ts';

export const runSchema: Run<{ readonly out?: string }> = async (session, [of = 'configuration'], flags) => {
  const text = `${JSON.stringify(await schemaOf(of), null, 2)}\n`;
  if (flags.out === undefined) session.result(text);
  else {
    const path = placeToWrite(session.settings.directory, flags.out);
    await requireParent(session, flags.out, '--out');
    await refuseForeignFile(session, flags.out, 'a JSON Schema', (there) => /^\{\s*"\$schema"/.test(there));
    await writeFile(path, text);
    session.say(`Wrote ${flags.out}\n`);
  }
};

async function schemaOf(of: string) {
  if (of === 'plan') return (await import('../../report/plan/json.ts')).planSchema();
  if (of === 'configuration') return (await import('../../library/configuration.ts')).configurationSchema();
  throw usageFailure(`unknown schema ${of}`, 'choose configuration (default) or plan');
}

export const runSkill: Run = async (session) => {
  session.result(shippedText('cli/assets/skill.md'));
};
