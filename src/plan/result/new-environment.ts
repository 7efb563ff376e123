/** Notes on the first plan of an environment: values that another environment must not share, and invitations. Pure. */
import { groupBy } from '../../core/compare.ts';
import { count, wordForm } from '../../core/count.ts';
import type { Ledger } from '../../core/state.ts';
import { type Shapes, shapeOf } from '../../kinds/shape.ts';
import type { Plan } from './change.ts';

interface EnvironmentInput {
  /** Missing: the configuration has one environment. */
  readonly environment: string | undefined;
  readonly changes: Plan['changes'];
  readonly ledger: Pick<Ledger, 'resources'>;
  readonly shapes: Shapes;
}

/** The ledger of a new environment is empty. */
export function newEnvironmentNotes({ environment, changes, ledger, shapes }: EnvironmentInput): Plan['notes'] {
  if (environment === undefined || Object.keys(ledger.resources).length > 0) return [];
  const isNew = `environment "${environment}" is new`;
  const set = changes.flatMap(({ address, kind, fields }) =>
    fields
      .filter(({ field, after }) => shapeOf({ shapes }, kind).fields[field]?.perEnvironment && after !== undefined)
      .map(({ field }) => ({ address, field })),
  );
  const invited = changes.filter(({ action }) => action === 'invite').length;
  return [
    ...[...groupBy(set, ({ address }) => address)].map(([address, group]) => {
      const fields = group.map(({ field }) => `\`${field}\``).join(', ');
      return {
        address,
        text: `${isNew}: check that ${fields} ${wordForm(group.length, 'is', 'are')} not copied from another environment`,
      };
    }),
    ...(invited === 0
      ? []
      : [
          {
            address: 'members',
            text: `${isNew}: apply invites ${count(invited, 'person', 'people')}; \`policy.invite: false\` invites nobody`,
          },
        ]),
  ];
}
