/** The files of the configuration that a command has edited since the checkout. */
import { join } from 'node:path';
import { readTextWithByteOrderMark } from '../../disk/plain-file.ts';
import type { Session } from '../io/session.ts';
import { readNamedFile } from './named-file.ts';
import { repositoryPlace } from './repository.ts';
import { openRevision } from './revision.ts';

const maxBytes = 64 * 1024 * 1024;

/** `parent`: the checked-out commit. */
export async function editedFiles(session: Session) {
  const { root, configuration = 'docform.yaml', parts } = await repositoryPlace(session, undefined);
  const revision = openRevision(session, root, configuration, 'HEAD');
  const files = [configuration, ...parts].flatMap((path) => {
    const now = readNamedFile(join(root, path), 'text');
    const committed = revision.files.read(path, maxBytes);
    const isEdited = 'text' in now && 'text' in committed && now.text !== committed.text;
    // The readers remove a byte order mark, which the file keeps.
    const text = isEdited ? readTextWithByteOrderMark(join(root, path), maxBytes) : undefined;
    return text === undefined ? [] : [{ path, text }];
  });
  return { files, parent: revision.commit };
}
