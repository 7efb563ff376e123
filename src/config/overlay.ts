/** A file reader with unsaved edits, so that texts are validated before they are written. */
import type { FileReader } from './file-reader.ts';
import { directoryOf } from './glob.ts';

/** `texts` by path, as shown in problems. Includes directories that the edits would create. */
export function overlaid(files: FileReader, texts: ReadonlyMap<string, string>): FileReader {
  return {
    read: (path, maxBytes) => {
      const text = texts.get(path);
      if (text === undefined) return files.read(path, maxBytes);
      const bytes = new TextEncoder().encode(text);
      // Encode the text as a file would, including the loss of invalid characters.
      return bytes.length > maxBytes
        ? { fault: 'too-big' }
        : { text: new TextDecoder().decode(bytes), bytes: bytes.length };
    },
    list: (path) => {
      const entries = new Map(files.list(path).map((entry) => [entry.name, entry]));
      for (const name of namesIn(path, texts.keys())) if (!entries.has(name.name)) entries.set(name.name, name);
      return [...entries.values()];
    },
  };
}

type Entry = ReturnType<FileReader['list']>[number];

function namesIn(directory: string, paths: Iterable<string>): readonly Entry[] {
  const at = directory === '.' ? '' : directory;
  return [...paths].flatMap((path): readonly Entry[] => {
    const names = path.split('/');
    const above = directoryOf(path);
    if (above === at) return [{ name: names.at(-1) ?? '', isDirectory: false }];
    const isBelow = at === '' ? above !== '' : above.startsWith(`${at}/`);
    return isBelow ? [{ name: names[at === '' ? 0 : at.split('/').length] ?? '', isDirectory: true }] : [];
  });
}
