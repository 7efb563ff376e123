/** `docform set`: sets a field or declares a resource in the YAML, and keeps comments. Works offline. */
import { setValue } from '../../library/set-value.ts';
import { setJson, setText } from '../../report/edits/edits.ts';
import { loadConfig } from '../files/configuration.ts';
import { writeEdit } from '../files/write-configuration.ts';
import type { CommandFlags, Run } from '../io/session.ts';

/** Writes without a prompt, because only files under Git change. */
export const runSet: Run<CommandFlags<never, 'dryRun'>> = async (
  session,
  [place = '', value],
  { dryRun: isDryRun = false },
) => {
  const loaded = await loadConfig(session, { mayBeOpen: true });
  const { address, field = null, texts, diff } = setValue({ ...loaded, place, value });
  if (!isDryRun) await writeEdit(session, loaded.validation, texts);
  const report = { address, field, files: [...texts.keys()], diff, isDryRun };
  session.result(session.isJson ? setJson(report) : setText(report, { paint: session.paintResult }));
};
