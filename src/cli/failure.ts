/** An error a command ends with: code, message, what to do, exit code. */
import { adviceOf } from '../report/advice.ts';
import type { FailureFacts } from '../report/failure.ts';
import { type ExitCode, exitCode } from './exit-code.ts';

export class Failure extends Error {
  readonly exit: ExitCode;
  readonly facts: FailureFacts;
  constructor(exit: ExitCode, facts: FailureFacts) {
    super(facts.message);
    this.name = 'Failure';
    this.exit = exit;
    this.facts = facts;
  }
}

export function usageFailure(message: string, hint?: string): Failure {
  return new Failure(exitCode.usage, { code: 'E-USAGE', message, ...(hint === undefined ? {} : { hint }) });
}

/** The fields by which errors of other wings are known here. */
interface KnownError {
  readonly name: string;
  readonly message: string;
  readonly code?: unknown;
  readonly hint?: unknown;
  readonly status?: unknown;
  readonly operation?: unknown;
  readonly method?: unknown;
  readonly path?: unknown;
  readonly requestId?: unknown;
  readonly fault?: unknown;
}

/** Any error as one a command can end with; what nobody foresaw is one line, and --debug shows the rest. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const known: KnownError = error instanceof Error ? error : new Error(String(error));
  switch (known.name) {
    case 'ApiError':
      return apiFailure(known);
    case 'SilenceError':
      return told({ ...known, message: known.message, hint: adviceOf({ message: known.message }) }, exitCode.failed, 'E-SILENT');
    case 'ControlError':
      return controlFailure(known);
    case 'ForgeError':
      return forgeFailure(known);
    case 'UnreadableError':
      return apiFailure({ ...known, name: known.name, message: known.message, status: statusIn(known.message) });
    case 'LedgerError':
      return told(known, exitCode.usage, 'E-LEDGER-INVALID');
    case 'UnseenError':
      return told(known, exitCode.denied, 'E-UNSEEN');
    case 'LeaseError':
    case 'StoreError':
      return told(known, exitCode.failed, 'E-STORE');
    case 'EditCheckError':
      return told(known, exitCode.failed, 'E-EDIT-CHECK');
    case 'BaseUrlError':
      return new Failure(exitCode.usage, {
        code: 'E-API-URL',
        message: known.message,
        hint: 'give --api-url or DOCFORM_API_URL as https://HOST, or `local` for the reference platform in this process',
      });
    default:
      return typeof known.code === 'string' && /^E[A-Z]+$/.test(known.code) ? fileFailure(known) : unexpectedFailure(known);
  }
}

/** An error that says by itself what it is, and what to do. */
function told({ code, message, hint }: Pick<KnownError, 'code' | 'message' | 'hint'>, exit: ExitCode, usual: string): Failure {
  return new Failure(exit, { code: text(code) ?? usual, message, ...optional('hint', text(hint)) });
}

function apiFailure(error: KnownError): Failure {
  const status = typeof error.status === 'number' ? error.status : undefined;
  // A 404 that ends a command is that of the organization itself: to this token it is not there.
  const isDenied = status === 401 || status === 403 || status === 404;
  return new Failure(isDenied ? exitCode.denied : exitCode.failed, {
    code: 'E-API',
    message: error.message,
    ...optional('hint', adviceOf({ message: error.message, status })),
    ...optional('operation', text(error.operation)),
    ...optional('method', text(error.method)),
    ...optional('path', text(error.path)),
    ...(status === undefined ? {} : { status }),
    ...optional('requestId', text(error.requestId)),
  });
}

/** What the place refused that a pipeline keeps its issues and comments at. */
function forgeFailure({ message, hint, status }: KnownError): Failure {
  const isDenied = status === 401 || status === 403 || status === 404;
  const facts = { code: 'E-FORGE', message, ...optional('hint', text(hint)), ...(typeof status === 'number' ? { status } : {}) };
  return new Failure(isDenied ? exitCode.denied : exitCode.failed, facts);
}

const start = 'docform platform serve --control';

/** What went wrong between a command and the control plane of a reference platform. */
function controlFailure({ message, fault, status, hint: advice }: KnownError): Failure {
  if (fault === 'unreachable') {
    const hint = `start a platform with \`${start}\`, or name its address with --url or DOCFORM_PLATFORM_URL`;
    return new Failure(exitCode.failed, { code: 'E-PLATFORM', message, hint });
  }
  if (fault === 'off')
    return new Failure(exitCode.failed, { code: 'E-CONTROL-OFF', message, hint: `start the platform with \`${start}\`` });
  const facts = { code: 'E-CONTROL', message, ...optional('hint', text(advice)), ...(typeof status === 'number' ? { status } : {}) };
  return new Failure(status === 403 ? exitCode.denied : exitCode.failed, facts);
}

/** The status in `listTeams (GET /v1/orgs/o1/teams): 500 …`. */
function statusIn(message: string): number | undefined {
  const status = /\): (\d{3}) /.exec(message)?.[1];
  return status === undefined ? undefined : Number(status);
}

/** What the operating system says of a file or port: its message names both. */
function fileFailure(error: KnownError): Failure {
  return new Failure(exitCode.failed, { code: 'E-SYSTEM', message: error.message, hint: 'check the path or port, and the rights to it' });
}

function unexpectedFailure(error: KnownError): Failure {
  const hint = 'this is a fault in docform: run it again with --debug for the whole trace, and report that';
  return new Failure(exitCode.failed, { code: 'E-UNEXPECTED', message: error.message.split('\n')[0] ?? '', hint });
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function optional<K extends keyof FailureFacts>(key: K, value: string | undefined): { readonly [key in K]?: string } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [key in K]: string });
}
