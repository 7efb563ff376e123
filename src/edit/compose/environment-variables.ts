/** Variables of a new configuration for the values that environments do not share, such as audiences and URLs. */
import type { Address } from '../../core/address.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Declaration } from '../../core/state.ts';
import { type Shapes, shapeOf } from '../../kinds/shape.ts';
import { newEntry, newMap, newScalar } from '../yaml/nodes.ts';
import { newDocumentText } from '../yaml/print.ts';

interface EnvironmentInput {
  readonly declaration: Declaration;
  readonly organization: string;
  readonly shapes: Shapes;
}

/** `fileOf`: the path of the file with the text of a field. The variable then contains the path. */
export function environmentVariables(
  { declaration, organization, shapes }: EnvironmentInput,
  fileOf: (address: Address, field: string) => string | undefined,
) {
  const values = new Map<string, string | boolean>([
    ['org', organization],
    ['invite', true],
  ]);
  const names = new Map<string, string>();
  const add = (address: Address, field: string, value: string | boolean) => {
    const name = freeName(`${address}_${field}`, values);
    values.set(name, value);
    names.set(`${address} ${field}`, name);
  };
  for (const { address, kind, fields, pin, isExternal } of declaration.resources) {
    if (pin !== undefined) add(address, 'id', pin);
    for (const [name, { perEnvironment }] of isExternal ? [] : Object.entries(shapeOf({ shapes }, kind).fields)) {
      const value = fields[name];
      if (perEnvironment && (typeof value === 'string' || typeof value === 'boolean'))
        add(address, name, fileOf(address, name) ?? value);
    }
  }
  // Each environment has to set its own value.
  const vars: JsonObject = Object.fromEntries([...values.keys()].map((name) => [name, null]));
  return {
    values,
    organization: variableText('org'),
    head: { vars, policy: { invite: variableText('invite') } },
    nameOf: (address: Address, field: string) => names.get(`${address} ${field}`),
  };
}

/** `${vars.NAME}` */
export function variableText(name: string): string {
  return `\${vars.${name}}`;
}

/** A name of letters, digits and `_`, which also differs from the others as DOCFORM_VAR_NAME. */
function freeName(text: string, values: ReadonlyMap<string, unknown>) {
  const folded = (each: string) => each.toLowerCase().replaceAll('_', '');
  const taken = new Set([...values.keys()].map(folded));
  const name = text.replaceAll(/[^A-Za-z0-9]+/g, '_');
  for (let number = 1; ; number += 1) {
    const each = number === 1 ? name : `${name}_${number}`;
    if (!taken.has(folded(each))) return each;
  }
}

/** The environment file. */
export function environmentText(values: ReadonlyMap<string, string | boolean>): string {
  return newDocumentText(
    newMap(
      [...values].map(([name, value]) => newEntry(name, newScalar(value))),
      false,
    ),
  );
}
