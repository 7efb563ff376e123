/** Watches the data file of a platform through a connection of its own, so that what is said to be unchanged can be seen to be. */
import { createHash } from 'node:crypto';
import Database from 'libsql';

export interface Observer {
  /** Changes when another connection commits a change, whatever it is. */
  version(): number;
  /** Over all objects; what the platform notes about itself (its generator of ids) is left out. */
  digest(): string;
  close(): void;
}

/** Opens the file that a platform has opened already. */
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
