/** Reads the certificates of an identity provider from PEM text. */
import { X509Certificate } from 'node:crypto';

interface Certificate {
  /** Last day of its validity, `YYYY-MM-DD` in UTC. */
  readonly expires: string;
}

const block = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;

/** Returns undefined unless the text contains one or more valid certificates, and nothing else in PEM format. */
export function readCertificates(pem: string): readonly Certificate[] | undefined {
  const blocks = pem.match(block) ?? [];
  if (blocks.length === 0 || pem.replace(block, '').includes('-----')) return undefined;
  try {
    return blocks.map((each) => ({
      expires: new Date(new X509Certificate(each).validTo).toISOString().slice(0, 'YYYY-MM-DD'.length),
    }));
  } catch {
    return undefined;
  }
}
