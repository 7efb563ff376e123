/** Spaces that copy each other; the first can only be created by people. */
import { shapes } from '../../src/kinds/index.ts';
import type { PlanInput } from '../../src/plan/plan.ts';
import { head, loadDesired } from '../config/memory-files.ts';

/** `onRead`: called when the planner reads the objects of the platform. */
export function chainOfCopies(length: number, onRead: () => void = () => undefined): PlanInput {
  const spaces = Array.from(
    { length },
    (_, at) => `  s${at}: { title: Space ${at}${at + 1 === length ? '' : `, copyOf: s${at + 1}`} }\n`,
  );
  const lists = [
    { kind: 'space', parentId: null },
    { kind: 'collection', parentId: null },
  ] as const;
  const live = {
    get objects() {
      onRead();
      return [];
    },
    lists: lists.map((list) => ({ ...list })),
    orders: {},
  };
  return {
    desired: loadDesired(`${head}spaces:\n${spaces.join('')}`),
    live: live as unknown as PlanInput['live'],
    ledger: { resources: {}, lists: [] },
    shapes,
  };
}
