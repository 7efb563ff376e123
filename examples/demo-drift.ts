/** What people do to a platform by hand: things are deleted, added, renamed and dragged about, over plain HTTP. */

export interface Place {
  readonly url: string;
  readonly token: string;
  readonly organization: string;
}

export interface Drift {
  /** What was done, for people. */
  readonly story: readonly string[];
  /** The ledger's text with lines for the extra objects that docform is to own. */
  readonly ownedIn: (ledger: string) => string;
  /** Flags that apply needs because of it. */
  readonly flags: readonly string[];
}

interface Item {
  readonly id: string;
  readonly [field: string]: unknown;
}

type Send = (method: string, path: string, body?: object) => Promise<Item & { readonly items: readonly Item[] }>;

function sender({ url, token, organization }: Place): Send {
  return async (method, path, body) => {
    const response = await fetch(`${url}/v1${path.replace('/org/', `/orgs/${organization}/`)}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    const text = await response.text();
    return text === '' ? {} : JSON.parse(text);
  };
}

/** The object of a list whose title, name or label is this. */
async function named(send: Send, path: string, name: string): Promise<Item> {
  const { items } = await send('GET', `${path}?limit=1000`);
  const found = items.find((item) => [item.title, item.name, item.label].includes(name));
  if (found === undefined) throw new Error(`the example has no "${name}" in ${path}: ${items.map((item) => item.title ?? item.name).join(', ')}`);
  return found;
}

export async function disturb(place: Place): Promise<Drift> {
  const send = sender(place);
  const owned: { [address: string]: string } = {};
  const story = [...(await change(send)), ...(await remove(send)), ...(await add(send, owned)), ...(await misorder(send))];
  return { story, ownedIn: (ledger) => withLines(ledger, owned), flags: [] };
}

function withLines(ledger: string, owned: { readonly [address: string]: string }): string {
  const parsed = JSON.parse(ledger) as { resources: { [address: string]: { readonly id: string } } };
  for (const [address, id] of Object.entries(owned)) parsed.resources[address] = { id };
  return JSON.stringify(parsed, null, 1);
}
