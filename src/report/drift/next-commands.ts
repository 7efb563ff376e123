/** The commands that follow from a drift report. */
import { wordForm } from '../../core/count.ts';
import type { Drift, DriftEntry } from '../../review/drift/entry.ts';

/** The commands that follow from what was found: no apply changes unmanaged objects. Missing: no drift. */
export function driftNextText({ entries }: Pick<Drift, 'entries'>): string | undefined {
  const unmanaged = entries.filter((entry) => entry.class === 'unmanaged').length;
  if (entries.length === 0) return undefined;
  if (unmanaged === entries.length)
    return 'no apply changes unmanaged objects; to manage them, run `docform drift --write --unmanaged`, or delete them on the platform';
  const conflicts = entries.filter(isConflict).map(({ address }) => address);
  const allow =
    conflicts.length > 3
      ? '`--allow ADDRESS` for each'
      : `\`${conflicts.map((address) => `--allow ${address}`).join(' ')}\``;
  const revert =
    conflicts.length === 0
      ? 'to revert the drift, run `docform plan`, then `docform apply`'
      : `to revert the drift, run \`docform plan\`, then \`docform apply\`; to overwrite ${wordForm(conflicts.length, 'the value in the conflict', 'the values in the conflicts')} as well, add ${allow} to both commands`;
  const rest = unmanaged === 0 ? '' : ' (with --unmanaged for unmanaged objects, which no apply changes)';
  return `${revert}; to accept the drift, run \`docform drift --write\`${rest}`;
}

/** Changed on the platform and in the configuration. */
function isConflict({ fields = [], order }: DriftEntry) {
  return order?.isConflict === true || fields.some((field) => field.isConflict === true);
}
