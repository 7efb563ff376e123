/** Routes of the control API. */
import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox';
import { type Endpoint, type Method, operation, type PathParameters } from '../../contract/endpoint.ts';
import { DateTime } from '../../contract/wire.ts';
import { type Context, withContext } from '../context.ts';
import type { SeedName } from '../fixture/fixture.ts';
import { seedNames } from '../fixture/index.ts';
import type { Store } from '../objects.ts';
import { issueToken, listTokens, revokeToken } from '../tokens.ts';
import { acceptInvitations, listInvitations } from '../vendor/invitation.ts';
import { Assertion, assertLog, createLogMatcher } from './assertion.ts';
import type { Control } from './control.ts';
import { FaultInput } from './fault.ts';
import { events } from './log.ts';

const closed = { additionalProperties: false };
const text = Type.Optional(Type.String());
const wholeNumber = Type.Optional(Type.Integer({ minimum: 0 }));

const ms = Type.Number({ minimum: 0 });
/** By a duration such as "8d", or by milliseconds. */
const Advance = Type.Object(
  { by: Type.Optional(Type.Union([Type.String(), Type.Object({ ms }, closed)])), ms: Type.Optional(ms) },
  { additionalProperties: false, minProperties: 1, maxProperties: 1 },
);

const clockRoutes: readonly ControlRoute[] = [
  controlRoute('GET', '/clock', {}, ({ control }) => control.clock.read()),
  controlRoute(
    'PUT',
    '/clock',
    {
      body: Type.Object(
        { now: Type.Optional(DateTime), isFrozen: Type.Optional(Type.Boolean()) },
        { additionalProperties: false, minProperties: 1 },
      ),
    },
    ({ control, body }) => control.clock.set(body),
  ),
  controlRoute('POST', '/clock/advance', { body: Advance }, ({ control, body: { by, ms = 0 } }) =>
    control.clock.advance(typeof by === 'string' ? by : (by?.ms ?? ms)),
  ),
  controlRoute('DELETE', '/clock', { success: 200 }, ({ control }) => control.clock.reset()),
];

const faultRoutes: readonly ControlRoute[] = [
  controlRoute('GET', '/faults', {}, ({ control }) => ({ items: control.faults.list() })),
  controlRoute('POST', '/faults', { body: FaultInput, success: 201 }, ({ control, body }) => control.faults.add(body)),
  controlRoute('DELETE', '/faults', {}, ({ control }) => control.faults.clear()),
  controlRoute('DELETE', '/faults/{id}', {}, ({ control, path }) => control.faults.remove(path.id)),
];

const snapshotRoutes: readonly ControlRoute[] = [
  controlRoute('GET', '/snapshots', {}, ({ control }) => ({ items: control.snapshots.list() })),
  controlRoute('PUT', '/snapshots/{name}', {}, ({ control, path }) => control.snapshots.take(path.name)),
  controlRoute('POST', '/snapshots/{name}/restore', {}, ({ control, path }) => {
    control.snapshots.restore(path.name);
    return control.state();
  }),
  controlRoute('DELETE', '/snapshots/{name}', {}, ({ control, path }) => control.snapshots.remove(path.name)),
];

const logQuery = Type.Object(
  {
    operation: text,
    method: text,
    path: text,
    status: Type.Optional(Type.Integer()),
    after: wholeNumber,
    limit: wholeNumber,
  },
  closed,
);

const logRoutes: readonly ControlRoute[] = [
  controlRoute('GET', '/requests', { query: logQuery }, ({ control, query: { after, limit, ...match } }) =>
    control.log.read({ fits: createLogMatcher(match, 'query'), after, limit }),
  ),
  controlRoute('DELETE', '/requests', {}, ({ control }) => control.log.clear()),
  controlRoute('POST', '/requests/assert', { body: Assertion }, ({ control, body }) => assertLog(control.log, body)),
  controlRoute(
    'GET',
    '/requests/stream',
    { query: Type.Object({ after: wholeNumber }, closed) },
    ({ control, query, lastEventId }) =>
      events(control.log.follow(/^\d+$/.test(lastEventId ?? '') ? Number(lastEventId) : query.after)),
  ),
];

const tokenRoutes: readonly ControlRoute[] = [
  controlRoute('GET', '/tokens', {}, ({ store }) => ({ items: store.transact('read', () => listTokens(store)) })),
  controlRoute(
    'POST',
    '/tokens',
    { body: Type.Object({ user: Type.String({ minLength: 1 }), token: text, label: text }, closed), success: 201 },
    ({ store, body: { user, ...options } }) => store.transact('write', () => issueToken(store, user, options)),
  ),
  controlRoute('DELETE', '/tokens/{token}', {}, ({ store, path }) =>
    store.transact('write', () => revokeToken(store, path.token)),
  ),
];

const invitationRoutes: readonly ControlRoute[] = [
  controlRoute('GET', '/invitations', {}, (input) => ({ items: inContext(input, listInvitations) })),
  controlRoute(
    'POST',
    '/invitations/accept',
    { body: Type.Object({ email: Type.String({ minLength: 1 }) }, closed) },
    (input) => inContext(input, (context) => acceptInvitations(context, input.body.email)),
  ),
];

function inContext<T>({ store, control }: Pick<ControlInput, 'store' | 'control'>, work: (context: Context) => T): T {
  const given = { store, callerId: '', clock: control.clock.nowMs, origin: '' };
  return store.transact('write', () => withContext(given, work));
}

const seedName = Type.Unsafe<SeedName>({ type: 'string', enum: seedNames });
const resetBody = Type.Object(
  { seed: Type.Optional(seedName), seedNumber: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 31 })) },
  closed,
);

export const controlRoutes: readonly ControlRoute[] = [
  controlRoute('GET', '/state', {}, ({ control }) => control.state()),
  controlRoute('POST', '/reset', { body: resetBody }, ({ control, body }) => {
    control.reset(body);
    return control.state();
  }),
  ...clockRoutes,
  ...faultRoutes,
  ...snapshotRoutes,
  ...logRoutes,
  ...tokenRoutes,
  ...invitationRoutes,
];

export interface ControlInput<P extends string = string, Q extends TObject = TObject, B extends TSchema = TSchema> {
  control: Control;
  store: Store;
  path: PathParameters<P>;
  query: Static<Q>;
  body: Static<B>;
}

export interface ControlRoute {
  endpoint: Endpoint;
  handle: (input: ControlInput & { lastEventId: string | undefined }) => unknown;
}

interface Description<P extends string, Q extends TObject, B extends TSchema> {
  query?: Q;
  body?: B;
  /** Default: 200, or 204 for a delete. */
  success?: number;
  path?: P;
}

function controlRoute<P extends string, Q extends TObject, B extends TSchema>(
  method: Method,
  path: P,
  { success = method === 'DELETE' ? 204 : 200, ...schemas }: Description<P, Q, B>,
  handle: (input: ControlInput<P, Q, B> & { lastEventId: string | undefined }) => unknown,
): ControlRoute {
  const described = operation('Control', method)(`${method} ${path}`, `/_platform${path}`, { success, ...schemas });
  return { endpoint: described as unknown as Endpoint, handle: handle as unknown as ControlRoute['handle'] };
}
