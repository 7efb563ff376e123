/** `docform access`: shows who can access each space and site, and why. */

import { dirname, resolve } from 'node:path';
import { withoutUndefined } from '../../core/defined.ts';
import { DocformError, exitCode, hasCode } from '../../core/docform-error.ts';
import { type Desired, emptyLedger } from '../../core/state.ts';
import { type AccessRead, access } from '../../library/access.ts';
import { accessCsv, accessJson } from '../../report/access/documents.ts';
import { accessText } from '../../report/access/text.ts';
import type { AccessReport } from '../../report/access/words.ts';
import { count } from '../../report/wording/words.ts';
import { readConfiguration, requireValid } from '../files/configuration.ts';
import { whileReading } from '../io/progress.ts';
import { type CommandFlags, conflictingFlags, type Run, type Session, usageFailure } from '../io/session.ts';
import { version } from '../io/version.ts';
import { failIncomplete } from '../planning/incomplete.ts';
import { revisionOf } from '../target/commit.ts';
import { openTarget, openTargetLedger, type Target, tokenSource } from '../target/target.ts';

type AccessFlags = CommandFlags<'who' | 'space' | 'site', 'public' | 'redactEmails'>;

/** The listings are discarded after use, so that their total size does not matter: 5,000 people and 1,500 spaces are 2.3 GB. */
const maxOfListings = 64 * 1024 ** 3;

export const runAccess: Run<AccessFlags> = async (session, _, flags) => {
  const { who } = flags;
  if (flags.public === true && who !== undefined)
    throw conflictingFlags('--public', '--who', 'run the command once for each');
  if (flags.space !== undefined && flags.site !== undefined)
    throw conflictingFlags('--space', '--site', 'run the command once for each');
  if (flags.redactEmails === true) {
    if (who !== undefined) session.keepSecret(who);
    session.maskEmails();
  }
  const declared = await declaredIfAny(session);
  const readAt = new Date().toISOString();
  const { isLocal, ...all } = await readAll(session, flags, declared);
  const read = narrowed(all, flags);
  if (who !== undefined && read.members.length === 0) throw nobody(read, who);
  const asked = flags.public === true ? { who: null } : withoutUndefined({ who });
  const { caller, ...access } = read;
  const identity = caller && (flags.redactEmails === true ? { id: caller.id } : caller);
  const token = withoutUndefined({ identity, from: isLocal ? undefined : tokenSource(session) });
  const origin = { version, readAt, token, ...withoutUndefined({ commit: declared.commit }) };
  print(session, read, { access, origin, host: read.host, isRedacted: flags.redactEmails === true, ...asked });
  session.explain(`Read in ${count(read.readRequests, 'request')}.\n`);
  return warnOfUnknown(session, read);
};

async function readAll(session: Session, flags: AccessFlags, declared: Declared) {
  const target = await openTarget(session, { maxBytesInAll: maxOfListings, hasAlike: true });
  const organization = target.isLocal ? target.organization : declared.organization;
  if (organization === undefined)
    throw usageFailure('no organization is set', 'set --organization, DOCFORM_ORG or `organization` in docform.yaml');
  const who = flags.public === true ? null : flags.who;
  const cost = who === undefined ? ' (one request for each member)' : '';
  session.say(`Reading organization ${organization} on ${target.host}${cost}\n`);
  const known = declared.desired && {
    desired: { ...declared.desired, organization },
    ledger: await ledgerOf(session, target, declared, organization),
  };
  const options = {
    organization,
    platform: target.platform,
    ...target.traffic,
    ...withoutUndefined({ who, declared: known }),
    // The report of one person lists spaces; --public shows the public parts of sites.
    hasSiteParts: typeof who !== 'string' || flags.site !== undefined || flags.space !== undefined,
  };
  return { ...(await whileReading(session, access, options)), isLocal: target.isLocal };
}

/** A ledger of another target is ignored; addresses are then matched by title. */
async function ledgerOf(
  session: Session,
  target: Target,
  { desired, directory = '.' }: Declared,
  organization: string,
) {
  const ledger = await openTargetLedger(session, target, { directory, organization, name: desired?.name });
  try {
    return (await ledger.load()).ledger;
  } catch (error) {
    if (!hasCode(error, 'E-LEDGER-INVALID', 'E-LEDGER-TARGET')) throw error;
    session.say(`Ignoring the ledger, and matching addresses by title: ${error.message}\n`);
    return emptyLedger;
  }
}

/** With --who, only the spaces of that person are read, so other spaces look like missing spaces. */
function narrowed(read: AccessRead, { space, site, who }: AccessFlags): AccessRead {
  const name = space ?? site;
  if (name === undefined) return read;
  const kind = space === undefined ? 'site' : 'space';
  const found = read.named(name, kind, kind === 'space' ? read.spaces : read.sites);
  const [id] = found;
  if (id !== undefined && found.length === 1) return { ...read, ...read.only(kind, id) };
  const isUnread = read.unknown.some(
    ({ what }) => what === `${kind}s` || (kind === 'space' && what === 'member-spaces'),
  );
  const places = kind === 'space' && who !== undefined ? `space that ${who} can access` : kind;
  const [message, hint] =
    found.length > 1
      ? [`${count(found.length, kind)} match ${name}`, `use an id: ${[...found].sort().join(', ')}`]
      : [
          `no ${places} matches ${name}${isUnread ? '; some could not be read' : ''}`,
          'use the key, the resource address, the complete title or the ID',
        ];
  throw new DocformError({ code: 'E-ACCESS-NAME', message, hint });
}

function nobody({ unknown }: AccessRead, who: string) {
  const unread = unknown.find(({ what }) => what === 'members');
  if (unread !== undefined)
    return new DocformError({
      code: 'E-INCOMPLETE-READ',
      message: `it is unknown whether ${who} is a member: ${unread.why}`,
    });
  return new DocformError({
    code: 'E-ACCESS-NAME',
    message: `no member has the e-mail address ${who}`,
    hint: 'for people who are not members, run `docform access --public`',
  });
}

function print(session: Session, read: AccessRead, report: AccessReport) {
  const { format, isVerbose } = session.settings;
  if (format === 'json') session.result(accessJson({ ...report, requests: read.readRequests }));
  else if (format === 'csv') for (const piece of accessCsv(report)) session.result(piece);
  else session.result(accessText({ ...report, paint: session.paintResult, isVerbose }));
}

/** An unread listing must not look like "no access". */
function warnOfUnknown(session: Session, { unknown }: AccessRead) {
  if (unknown.length === 0) return exitCode.done;
  const message = `${count(unknown.length, 'listing')} could not be read completely, so there may be more access than shown`;
  const hint = 'see "Unknown" in the result; reading the access of other members requires an admin token';
  return failIncomplete(session, 'E-INCOMPLETE-READ', message, hint);
}

interface Declared {
  readonly desired?: Desired;
  readonly directory?: string;
  /** Git commit of the configuration. */
  readonly commit?: string;
  readonly organization?: string;
}

/** An invalid configuration ends the command only if no other organization is set. A configuration that the user named must exist. */
async function declaredIfAny(session: Session): Promise<Declared> {
  const { organization, configuration } = session.settings;
  const given = withoutUndefined({ organization });
  const validation = await readConfiguration(session).catch((error: unknown) => {
    if (hasCode(error, 'E-NO-CONFIGURATION') && configuration === undefined) return undefined;
    throw error;
  });
  if (validation === undefined) return given;
  const { desired, file } = validation;
  if (organization === undefined) await requireValid(session, validation);
  if (desired === undefined) {
    session.say(`${file} has errors (see \`docform validate\`), so resource addresses are not shown\n`);
    return given;
  }
  if (organization !== undefined && desired.organization !== organization) return given;
  const directory = dirname(resolve(session.settings.directory, file));
  const commit = revisionOf(session, directory, validation);
  return { desired, directory, organization: desired.organization, ...withoutUndefined({ commit }) };
}
