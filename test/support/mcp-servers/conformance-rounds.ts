import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type FixtureAnswers, type FixtureCall, FixtureError, type FixtureQuestions } from './conformance-call.ts';

/**
 * Requests of MCP 2026-07-28 that need input from their client. The client repeats a request with its answers, and each
 * round knows all answers so far.
 */

/** Thrown if the client has to be asked first. */
class InputRequired extends Error {
  readonly questions: FixtureQuestions;
  constructor(questions: FixtureQuestions) {
    super('The client has to be asked');
    this.questions = questions;
  }
}

const CAPABILITY = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
} as const;

interface RoundParams {
  readonly inputResponses?: unknown;
  readonly requestState?: unknown;
}

export type Asks = Pick<FixtureCall, 'ask' | 'askSome'>;

const KEY = randomBytes(32);

/** Runs `answer` with the client's answers so far. If more answers are needed, returns the questions for the client. */
export async function inRounds(
  { inputResponses, requestState }: RoundParams,
  capabilities: object,
  answer: (asks: Asks) => Promise<object>,
): Promise<object> {
  const known: FixtureAnswers = { ...verified(requestState), ...answersIn(inputResponses) };
  const can = ({ method }: FixtureQuestions[string]): boolean => CAPABILITY[method] in capabilities;
  const ask: Asks['ask'] = async (questions) => {
    for (const question of Object.values(questions)) if (!can(question)) throw missing(CAPABILITY[question.method]);
    const open = Object.entries(questions).filter(([key]) => known[key] === undefined);
    if (open.length > 0) throw new InputRequired(Object.fromEntries(open));
    return known;
  };
  const askSome: Asks['askSome'] = (questions) =>
    ask(Object.fromEntries(Object.entries(questions).filter(([, question]) => can(question))));
  try {
    return await answer({ ask, askSome });
  } catch (error) {
    if (!(error instanceof InputRequired)) throw error;
    return { resultType: 'input_required', inputRequests: error.questions, requestState: signed(known) };
  }
}

function missing(capability: string): FixtureError {
  return new FixtureError(-32021, `Needs "${capability}"`, { requiredCapabilities: { [capability]: {} } });
}

/** Returns the responses that are objects; others are invalid. */
function answersIn(responses: unknown): FixtureAnswers {
  const given = Object.entries((responses ?? {}) as object);
  return Object.fromEntries(given.filter(([, value]) => typeof value === 'object' && value !== null));
}

function signed(known: FixtureAnswers): string {
  const payload = Buffer.from(JSON.stringify({ known, nonce: randomBytes(8).toString('hex') })).toString('base64url');
  return `${payload}.${macOf(payload).toString('base64url')}`;
}

function verified(state: unknown): FixtureAnswers {
  if (state === undefined) return {};
  const [payload = '', mac = ''] = String(state).split('.');
  const given = Buffer.from(mac, 'base64url');
  const own = macOf(payload);
  // The decoder ignores characters after the Base64 text, so compare the text too.
  if (given.toString('base64url') !== mac || given.length !== own.length || !timingSafeEqual(given, own)) {
    throw new FixtureError(-32602, 'The requestState is not ours', {});
  }
  return (JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as { known: FixtureAnswers }).known;
}

function macOf(payload: string): Buffer {
  return createHmac('sha256', KEY).update(payload).digest();
}
