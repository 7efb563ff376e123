/** `docform explain --schema`: prints the JSON Schema of the configuration or of a plan, or writes it to a file. */
import { writeFile } from 'node:fs/promises';
import { placeToWrite, refuseForeignFile } from '../files/named-file.ts';
import { requireParent } from '../files/named-place.ts';
import { type Session, usageFailure } from '../io/session.ts';

/** `out`: missing for stdout. */
export async function explainSchema(session: Session, of: string, out: string | undefined) {
  const text = `${JSON.stringify(await schemaOf(of), null, 2)}\n`;
  if (out === undefined) session.result(text);
  else {
    const path = placeToWrite(session.settings.directory, out);
    await requireParent(session, out, '--out');
    await refuseForeignFile(session, out, 'a JSON Schema', (there) => /^\{\s*"\$schema"/.test(there));
    await writeFile(path, text);
    session.say(`Wrote ${out}\n`);
  }
}

async function schemaOf(of: string) {
  if (of === 'plan') return (await import('../../report/plan/json.ts')).planSchema();
  if (of === 'configuration') return (await import('../../library/configuration.ts')).configurationSchema();
  throw usageFailure(`unknown schema ${of}`, 'choose configuration (default) or plan');
}
