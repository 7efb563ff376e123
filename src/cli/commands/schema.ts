/** `docform schema`: the JSON Schema of the configuration, for editors. */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type ExitCode, exitCode } from '../exit-code.ts';
import type { Session } from '../session.ts';

export async function runSchema(session: Session, flags: { readonly out?: string }): Promise<ExitCode> {
  const { configurationSchema } = await import('../../index.ts');
  const text = `${JSON.stringify(await configurationSchema(), null, 2)}\n`;
  if (flags.out === undefined) session.result(text);
  else {
    await writeFile(resolve(session.settings.directory, flags.out), text);
    session.say(`Wrote ${flags.out}\n`);
  }
  return exitCode.done;
}
