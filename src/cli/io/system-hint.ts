/** The fix of an error of the operating system. */
import { userInfo } from 'node:os';

export function systemHint(code: string) {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return `give the user ${userText()} access to the path; in a container, pass --user "$(id -u):$(id -g)"`;
    case 'EROFS':
      return 'the file system is read-only: mount the directory writable, for example without `:ro`';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'free space on the disk, then run the command again';
    default:
      return 'check the path or port and its permissions';
  }
}

function userText() {
  try {
    const { username, uid } = userInfo();
    return `${username} (${uid})`;
  } catch {
    // The user has no entry, which is usual in containers.
    return String(process.getuid?.() ?? 'of this process');
  }
}
