/** Reads the data file of a platform through a second connection, to verify that nothing has changed. */
import { createHash } from 'node:crypto';
import Database from 'libsql';

export interface Observer {
  /** Changes with each commit of another connection. */
  version(): number;
  /** Over all objects, without the facts of the platform. */
  digest(): string;
  close(): void;
}

export function observe(data: string): Observer {
  const database = new Database(data);
  const version = database.prepare('PRAGMA data_version').raw();
  const objects = database.prepare('SELECT * FROM objects ORDER BY kind, id, parent').raw();
  return {
    version: () => (version.get() as [number])[0],
    digest: () => {
      const hash = createHash('sha256');
      for (const row of objects.all()) hash.update(JSON.stringify(row));
      return hash.digest('hex');
    },
    close: () => void database.close(),
  };
}
