/** Prints one object of the platform as the configuration would declare it, and its state. */

import { objectAt } from '../../library/object-at.ts';
import { placeText } from '../../report/wording/place-words.ts';
import { oneLine } from '../../report/wording/sanitize.ts';
import { placeDocument } from '../../report/wording/words.ts';
import { loadConfig } from '../files/configuration.ts';
import { printResult, type Session, usageFailure } from '../io/session.ts';
import { readDrift } from '../planning/drift-result.ts';

export async function getObject(session: Session, address: string) {
  const drifted = await readDrift(session, await loadConfig(session), {}, { object: address });
  const found = objectAt(drifted, address);
  if (found === undefined) {
    const isUnread = drifted.drift.unknown.length > 0;
    throw usageFailure(
      `the platform has no object ${address}${isUnread ? ', or docform could not read the object' : ''}`,
      '`docform get` lists the addresses of all objects',
    );
  }
  const { text, secrets, source, id, isDeclared, isInLedger, drift, leftOut, syncedFrom, syncedBy, ...rest } = found;
  for (const secret of secrets) session.keepSecret(secret);
  const state = isDeclared && isInLedger ? 'managed' : isInLedger ? 'in the ledger, not declared' : 'not managed';
  const head = [
    `${rest.address}: ${state}${id === undefined ? '' : `, id ${id}`}${source === undefined ? '' : `, declared at ${placeText(source)}`}`,
    ...drift.map((entry) => {
      const fields = entry.fields?.map(({ field }) => field).join(', ');
      return `drift: ${entry.address} ${entry.class}${fields === undefined ? '' : ` (${fields})`}`;
    }),
    ...(syncedBy === undefined ? [] : [`Git Sync writes it from ${syncedBy}`]),
    ...(syncedFrom === undefined ? [] : [`Git Sync of ${syncedFrom} is on`]),
    ...leftOut.map(({ field, why }) => `left out: ${field ?? rest.address}: ${why}`),
  ];
  const document = {
    ...rest,
    id: id ?? null,
    syncedFrom: syncedFrom ?? null,
    syncedBy: syncedBy ?? null,
    isDeclared,
    isInLedger,
    source: placeDocument(source),
    leftOut,
    drift: drift.map(({ address: at, class: of, fields = [] }) => ({
      address: at,
      class: of,
      fields: fields.map(({ field }) => field),
    })),
  };
  printResult(session, 'object', { object: document }, `${head.map((line) => `# ${oneLine(line)}\n`).join('')}${text}`);
}
