/** Checks the claims of a visitor schema: booleans, and texts out of a list. */
import type { Value } from '../core/value.ts';
import { checkFixed, type FixedKey } from './fixed-map.ts';
import { checkList } from './list-values.ts';
import { type ConfigurationNode, describeNode } from './node.ts';
import type { ProblemList } from './problem-list.ts';
import { checkChoice, checkText } from './scalar-values.ts';

export const claimPattern = '^[A-Za-z_][A-Za-z0-9_-]*$';
/** The name under which the platform nests the unsigned claims. */
export const reservedClaim = 'unsigned';
const claimTypes = ['boolean', 'string'];

export function checkClaims(problems: ProblemList, node: ConfigurationNode, name: string): Value | undefined {
  if (node.is === 'lost') return undefined;
  if (node.is !== 'map') {
    const isNull = node.is === 'scalar' && node.value === null;
    const message = isNull ? `${name} cannot be null` : `${name} must be a map of claims, not ${describeNode(node)}`;
    problems.add(isNull ? 'E-NULL' : 'E-TYPE', node.span, {
      message,
      hint: isNull ? 'write `{}` to declare no claims' : undefined,
    });
    return undefined;
  }
  const claims = node.entries.map((entry) => {
    if (!new RegExp(claimPattern).test(entry.key) || entry.key === reservedClaim) {
      problems.add('E-KEY-NAME', entry.keySpan, {
        message: `invalid claim name "${entry.key}"`,
        hint: `begin with a letter or _, and use letters, digits, _ and -; "${reservedClaim}" is reserved`,
      });
    }
    return [entry.key, checkClaim(problems, entry.value, `claim ${entry.key}`)] as const;
  });
  return claims.some(([, claim]) => claim === undefined) ? undefined : (Object.fromEntries(claims) as Value);
}

function checkClaim(problems: ProblemList, node: ConfigurationNode, name: string): Value | undefined {
  const found: { [key: string]: Value } = {};
  const keys: { readonly [key: string]: FixedKey } = {
    type: {
      isRequired: true,
      check: (value) => keep(found, 'type', checkChoice(problems, value, claimTypes, `the type of ${name}`)),
    },
    description: {
      isRequired: true,
      check: (value) =>
        keep(found, 'description', checkText(problems, value, { is: 'text' }, `the description of ${name}`)),
    },
    enum: {
      check: (value) =>
        keep(
          found,
          'enum',
          checkList(
            problems,
            value,
            { is: 'list', compare: 'atomic', of: { is: 'text', min: 1 }, min: 1 },
            `the enum of ${name}`,
          ),
        ),
    },
  };
  const map = checkFixed(problems, node, name, keys);
  if (map === undefined) return undefined;
  const stated = map.entries.find((entry) => entry.key === 'enum');
  if (found.type === 'boolean' && stated !== undefined) {
    problems.add('E-KEY-UNKNOWN', stated.keySpan, {
      message: `${name} has type boolean and cannot have an enum`,
      hint: 'remove `enum`, or set `type: string`',
    });
  }
  if (found.type === 'string' && stated === undefined) {
    problems.add('E-REQUIRED', map.span, {
      message: `${name} needs an enum`,
      hint: 'list the possible values: conditions compare only booleans and texts from a list',
    });
  }
  return found;
}

function keep(found: { [key: string]: Value }, key: string, value: Value | undefined): void {
  if (value !== undefined) found[key] = value;
}
