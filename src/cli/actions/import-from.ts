/** `docform import --from FILE`: converts a GitBook site-structure file to a configuration. With a token, the ids of spaces are read from the live site. */

import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { withoutMissing, withoutUndefined } from '../../core/defined.ts';
import { writeAtomically } from '../../disk/write.ts';
import { type ImportedSiteFile, importSiteFile, type SiteFileOptions } from '../../library/import-site-file.ts';
import { fileExists } from '../../library/import-texts.ts';
import { leftOutJson, leftOutText } from '../../report/edits/left-out.ts';
import { jsonText } from '../../report/wording/sanitize.ts';
import { someNames } from '../../report/wording/some-names.ts';
import { count } from '../../report/wording/words.ts';
import { printProblems } from '../files/configuration.ts';
import { placeToWrite, readGivenFile, readNamedFile } from '../files/named-file.ts';
import { fileIn } from '../files/named-place.ts';
import { traceRequest } from '../io/progress.ts';
import { type CommandFlags, choiceOf, ExitSignal, type Session, usageFailure } from '../io/session.ts';
import { isLocalAddress, openTarget, organizationOf } from '../target/target.ts';

type ImportFromFlags = CommandFlags<'site' | 'keys' | 'out'> & { readonly from: string };

export async function runImportFrom(session: Session, flags: ImportFromFlags) {
  checkKey(flags.site);
  const out = flags.out === undefined ? undefined : fileOf(session, flags.out);
  const text = await textOf(session, flags.from);
  const keys = choiceOf('--keys', flags.keys, ['title', 'file'] as const) ?? 'title';
  const readSpaceFile = flags.from === '-' ? undefined : (path: string) => spaceFileAt(session, flags.from, path);
  const options = { file: flags.from, text, keys, ...withoutUndefined({ key: flags.site, readSpaceFile }) };
  const imported = await importedAs(session, options);
  if (imported.problems !== undefined) throw new ExitSignal(await printProblems(session, imported));
  if (out !== undefined) await writeNew(session, out, imported.text);
  if (session.isJson) session.result(documentOf(imported, flags.from, out));
  else if (out === undefined) session.result(imported.text);
  if (!session.isJson) session.warn(leftOutText(imported.leftOut, session.paintMessage));
  session.say(summaryOf(imported, flags.from, out));
}

async function importedAs(session: Session, options: SiteFileOptions) {
  const { settings } = session;
  const named = settings.isOrganizationNamed ? settings.organization : undefined;
  if (!isLive(session)) return await importSiteFile({ ...options, ...withoutUndefined({ organization: named }) });
  const target = await openTarget(session);
  const organization = named ?? (await organizationOf(session, target, undefined));
  session.say(`Looking for the site in organization ${organization} on ${target.host}\n`);
  const { platform, traffic } = target;
  const live = { platform, organization, ...traffic, onRequest: traceRequest(session) };
  return await importSiteFile({ ...options, live });
}

function isLive({ settings, io }: Session) {
  const { apiUrl, tokenFile } = settings;
  if (apiUrl === undefined) return false;
  return tokenFile !== undefined || (io.environment.DOCFORM_TOKEN ?? '').trim() !== '' || isLocalAddress(apiUrl);
}

function checkKey(key: string | undefined) {
  if (key === undefined || /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(key)) return;
  throw usageFailure(`--site ${key} is not a valid key`, 'use only letters, digits, `.`, `_` and `-`, such as docs');
}

async function textOf(session: Session, file: string) {
  const read = await readGivenFile(session, file, 'text');
  if ('text' in read) return read.text;
  throw usageFailure(
    `${file} cannot be read (${read.why})`,
    'check the path; the default names of the file are gitbook-docs.yaml and docs.yaml',
    'E-SITE-FILE',
  );
}

/** `path`: relative to the site-structure file. */
function spaceFileAt({ settings }: Session, from: string, path: string) {
  const read = readNamedFile(join(dirname(resolve(settings.directory, from)), path), 'text');
  return 'why' in read && read.isMissing ? undefined : read;
}

function fileOf({ settings }: Session, out: string) {
  if (out !== '-') return fileIn(settings.directory, out);
  throw usageFailure('--out requires a file or a directory, not -', 'omit --out to print the configuration');
}

async function writeNew(session: Session, file: string, text: string) {
  const path = placeToWrite(session.settings.directory, file);
  if (existsSync(path)) throw fileExists(file);
  await writeAtomically(path, text);
}

function documentOf(imported: ImportedSiteFile, from: string, out: string | undefined) {
  const { key, configuration, text, spaces, site, claims, leftOut } = imported;
  const facts = { schemaVersion: 1, kind: 'import --from', from, out: out ?? null, site: key };
  const live =
    site === undefined ? null : 'id' in site ? { id: site.id, missing: null } : { id: null, missing: site.missing };
  const found = spaces.map((space) => ({ key: space.key, id: space.id ?? null }));
  return jsonText({ ...facts, live, spaces: found, claims, leftOut: leftOutJson(leftOut), configuration, text });
}

function summaryOf(imported: ImportedSiteFile, from: string, out: string | undefined) {
  const { key, spaces, claims, configuration } = imported;
  const open = spaces.filter(({ id }) => id === undefined).length;
  const plan = `docform plan${out === undefined || out === 'docform.yaml' ? '' : ` -c ${out}`}`;
  const missing = withoutMissing(
    configuration.organization === undefined && 'the organization',
    open > 0 && 'the spaces',
  );
  const lines = withoutMissing(
    `Imported ${from} as sites/${key} with ${count(spaces.length, 'space')}${out === undefined ? '' : `, written to ${out}`}.`,
    ...siteLines(imported, open),
    claims.length > 0 &&
      `The conditions use these claims: ${someNames(claims, 5)}. The site must have the claims, or declare them in \`visitor\`.`,
    `Next: ${missing.length === 0 ? '' : `set ${missing.join(' and ')}, then run `}${plan}`,
  );
  return `${lines.join('\n')}\n`;
}

const noSite = {
  none: 'No site on the platform has the title in the file, so the IDs of the spaces are unknown',
  several: 'Several sites on the platform have the title in the file, so the IDs of the spaces are unknown',
  unread: 'The sites on the platform could not be read completely, so the IDs of the spaces are unknown',
};

function siteLines({ spaces, site }: ImportedSiteFile, open: number) {
  const copy = 'To create a space as a copy of another space, write `{ title: TITLE, copyOf: KEY }`.';
  if (site === undefined)
    return [
      'The file contains only the navigation titles of the spaces. Pin each space with `id:`, or run the command with a token for the platform of the site.',
      copy,
    ];
  if ('missing' in site) return [`${noSite[site.missing]}. Pin each space with \`id:\`.`, copy];
  const found = `Pinned ${spaces.length - open} of ${count(spaces.length, 'space')} to the spaces at the same paths of the live site ${site.id}.`;
  return open === 0 ? [found] : [found, 'Pin the others with `id:`, or remove them.', copy];
}
